/** The one name of this machine that the product answers to: cookies and redirects do not know that 127.0.0.1 is the same. */
export function addressOf(port: string | number = 3000): string {
  return `http://localhost:${port || 3000}`;
}
