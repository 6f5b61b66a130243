/** Text as it is compared: without accents and case. */
export function normalise(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export function wordsOf(text: string): string[] {
  return normalise(text).split(/\s+/).filter(Boolean);
}

/** Whether a word of the text begins with each of these, in any order. */
export function matches(text: string, words: readonly string[]): boolean {
  const found = wordsOf(text);
  return words.every((word) => found.some((other) => other.startsWith(word)));
}

interface Part {
  text: string;
  isMatch: boolean;
}

/** The text in parts that match one of the words and parts that do not. */
export function partsOf(text: string, words: readonly string[]): Part[] {
  const letters = [...text];
  const plain = letters.map(normalise);
  // Where each letter begins in the normalised text: accents may stand as letters of their own, and vanish there.
  const starts = [0];
  for (const letter of plain) starts.push((starts.at(-1) ?? 0) + letter.length);
  const whole = plain.join('');
  const isMatch = letters.map(() => false);
  for (const word of words) {
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length)) {
      letters.forEach((_, index) => {
        const start = starts[index] ?? 0;
        if (start >= at && start < at + word.length) isMatch[index] = true;
      });
    }
  }
  // An accent goes with its letter.
  plain.forEach((letter, index) => {
    if (letter === '' && index > 0) isMatch[index] = isMatch[index - 1] ?? false;
  });
  return letters.reduce<Part[]>((parts, letter, index) => {
    const last = parts.at(-1);
    if (last && last.isMatch === isMatch[index]) last.text += letter;
    else parts.push({ text: letter, isMatch: isMatch[index] ?? false });
    return parts;
  }, []);
}
