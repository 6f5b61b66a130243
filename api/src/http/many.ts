import { Problem } from './problem.ts';

/** What many of are changed at once: their name in the singular and in the plural. */
interface Names {
  one: string;
  many: string;
}

const grouped = new Intl.NumberFormat('pt-PT');

/** Problem 400 where a filter has more than may be changed at once. */
export function refuseTooMany(matching: number, most: number, { many }: Names): void {
  if (matching <= most) return;
  throw new Problem(
    'invalid',
    `De uma vez alteram-se no máximo ${grouped.format(most)} ${many}, e o filtro tem mais. Escolha um filtro mais estreito.`,
  );
}

/** Problem 409: another number matches than when the change was previewed. */
export function otherOnes(now: number, expected: number, { one, many }: Names): Problem {
  const counted = (number: number) => (number === 1 ? `1 ${one}` : `${grouped.format(number)} ${many}`);
  return new Problem(
    'stale',
    `O filtro tinha ${counted(expected)} e agora tem ${counted(now)}. Veja de novo o que muda antes de confirmar.`,
  );
}
