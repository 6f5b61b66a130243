import type { Config } from './config.ts';

export interface LogDestination {
  write(line: string): void;
}

/**
 * JSON, one line an event. Of an error the kind, message, place and database code are logged; never a database error's
 * detail, which quotes values people typed: emails, NIFs.
 */
export function loggerOptions(level: Config['logLevel'], destination?: LogDestination) {
  return { level, serializers: { err: describeError }, ...(destination ? { stream: destination } : {}) };
}

function describeError(error: Error & { code?: unknown; constraint?: unknown }) {
  const { name, message, stack = '', code, constraint } = error;
  return { type: name, message, stack, code, constraint };
}
