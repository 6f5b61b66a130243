/** Formats a size: 1234567 as "1,2 MB". */
export function formatBytes(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const);
  const format = new Intl.NumberFormat('pt-PT', {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
    useGrouping: 'always',
  });
  return format.format(Math.max(bytes / size, 0.1));
}
