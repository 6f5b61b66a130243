import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';

/** What is logged to, one line an event. */
export type Log = Pick<FastifyBaseLogger, 'warn' | 'info'>;

export interface LogDestination {
  write(line: string): void;
}

/**
 * JSON, one line an event. Of an error and its causes the kind, message, place and code are logged; never a database error's
 * detail, which quotes values people typed: emails, NIFs.
 */
export function loggerOptions(level: Config['logLevel'], destination?: LogDestination) {
  return { level, serializers: { err: describeError }, ...(destination ? { stream: destination } : {}) };
}

type Described = {
  type: string;
  message: string;
  stack: string;
  code: unknown;
  constraint: unknown;
  cause: Described | undefined;
};

function describeError(error: Error & { code?: unknown; constraint?: unknown }): Described {
  const { name, message, stack = '', code, constraint, cause } = error;
  return {
    type: name,
    message,
    stack,
    code,
    constraint,
    cause: cause instanceof Error ? describeError(cause) : undefined,
  };
}
