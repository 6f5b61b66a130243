/** The code of a system, database or npm error: ENOENT, 57P03, … */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
