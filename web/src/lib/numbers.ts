const noBreakSpace = '\u00a0';

/** Groups the digits of a whole number in threes, from four digits on, so that figures line up in a column (Intl groups pt-PT from five). */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, noBreakSpace);
}

/** Formats a whole number: 4384 as "4 384", with a no-break space. */
export function formatNumber(number: number): string {
  return groupDigits(String(number));
}
