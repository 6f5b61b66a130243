/** Why a value is not taken: Portuguese, to stand after the name of its column. */
export class Refusal {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

const longestQuoted = 60;

/** What a cut may leave of a character that takes two units of text; no database keeps it. */
const halfCharacter = /[\ud800-\udbff]$/;

/** A value of the file as messages show it: on one line and not too long. */
export function quoted(text: string): string {
  const short = text.length > longestQuoted ? `${text.slice(0, longestQuoted).replace(halfCharacter, '')}…` : text;
  return `"${short.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')}"`;
}
