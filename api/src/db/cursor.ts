import { once } from 'node:events';
import type { Connection } from 'pg';
import PlainCursor from 'pg-cursor';

/** A cursor that is closed when its connection has ended, too: the plain one then waits for an answer that never comes. */
export class Cursor<Row> extends PlainCursor<Row> {
  declare private readonly connection: Connection | null;

  override close(): Promise<void>;
  override close(callback: (error: Error) => void): undefined;
  override close(callback?: (error: Error) => void): Promise<void> | undefined {
    return callback ? super.close(callback) : this.closeOrEnd();
  }

  private async closeOrEnd(): Promise<void> {
    if (this.connection?.stream.destroyed) return;
    const closed = new AbortController();
    const ended = this.connection ? [once(this.connection, 'end', { signal: closed.signal })] : [];
    try {
      await Promise.race([super.close(), ...ended]);
    } finally {
      closed.abort();
    }
  }
}
