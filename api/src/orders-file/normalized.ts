/** Text without regard to case, accents and spaces. */
export function normalized(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}\s]/gu, '')
    .toLowerCase();
}
