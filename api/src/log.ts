import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';

/** Where the server logs, one line for each event. */
export type Log = Pick<FastifyBaseLogger, 'warn' | 'info'>;

export interface LogDestination {
  write(line: string): void;
}

/**
 * JSON, one line for each event. Logs the kind, message, place and code of an error and its causes, but never a database error's detail,
 * which quotes personal data: emails, NIFs.
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
