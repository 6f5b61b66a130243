/** Why a value is not taken: Portuguese, to stand after the name of its column. */
export class Refusal {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

const longestShown = 60;

/** What a cut may leave of a character that takes two units of text; no database keeps it. */
const halfCharacter = /[\ud800-\udbff]$/;

/** The text's beginning, of whole characters. */
export function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).replace(halfCharacter, '') : text;
}

/** A text of the file as it is shown: on one line and not too long. */
export function shown(text: string): string {
  const short = text.length > longestShown ? `${cut(text, longestShown)}…` : text;
  return short.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ');
}

/** The same of a value, in quotes. */
export function quoted(text: string): string {
  return `"${shown(text)}"`;
}
