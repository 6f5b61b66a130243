import { expect, test } from 'vitest';
import { matches, partsOf } from '../src/search/matching.ts';

const marked = (text: string, ...words: string[]) =>
  partsOf(text, words)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

test('a text matches where each word begins one of its own, in any order', () => {
  expect(matches('Registo de Actividade', ['act', 'reg'])).toBe(true);
  expect(matches('Registo de Actividade', ['act', 'xis'])).toBe(false);
  expect(matches('Registo de Actividade', ['tividade'])).toBe(false);
});

test('what matches is marked whatever its accents and case, also where accents are letters of their own', () => {
  expect(marked('José Órfão', 'jose', 'orf')).toBe('[José] [Órf]ão');
  expect(marked('Jose\u0301 Silva', 'jose')).toBe('[Jose\u0301] Silva');
  expect(marked('anaana', 'ana')).toBe('[anaana]');
  expect(marked('Rui', 'ana')).toBe('Rui');
});
