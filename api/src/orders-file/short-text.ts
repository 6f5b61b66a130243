import { quoted, Refusal } from './refusal.ts';

// What does not show would make two numbers, or two codes, of what looks the same.
const unseenCharacters = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** The text as it is kept; null where there is none. */
export function shortText(text: string, most: number): string | Refusal | null {
  if (text === '') return null;
  if (text.length > most) return new Refusal(`${quoted(text)} tem mais de ${most} caracteres`);
  return unseenCharacters.test(text) ? new Refusal(`${quoted(text)} contém caracteres inválidos`) : text;
}
