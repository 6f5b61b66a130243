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
