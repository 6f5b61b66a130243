/** Remembers where the next one stands, so that text without any is searched once and not for every line. */
export class Finder {
  readonly #searched: string;
  #text = '';
  #from = 0;
  #found = -1;

  constructor(searched: string) {
    this.#searched = searched;
  }

  in(text: string): void {
    this.#text = text;
    this.#from = 0;
    this.#found = -1;
  }

  /** Where the next one stands, at or after `position`; the text's length where there is none. */
  from(position: number): number {
    if (position < this.#from || position > this.#found) {
      const at = this.#text.indexOf(this.#searched, position);
      this.#from = position;
      this.#found = at === -1 ? this.#text.length : at;
    }
    return this.#found;
  }
}

const lineEnds = /\r\n|[\r\n]/;

/** Where the text's last line starts, which is its end where that is a line end. */
export function startOfLastLine(text: string): number {
  return 1 + Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
}

/** How many lines the text is; the last may lack its end. */
export function linesIn(text: string): number {
  const lines = text.split(lineEnds);
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}

export function pastSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at += 1;
  return at;
}
