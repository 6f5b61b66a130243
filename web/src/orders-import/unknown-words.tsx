import type { FailedLine, ImportResult, StatusMeaning } from '@rede/contract/orders-import';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconFlask, IconUpload } from '@tabler/icons-react';
import { useId } from 'react';
import { formatNumber } from '../lib/numbers.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { correctLines, setStatusWord, statusWords } from './calls.ts';
import { type Shop, shopNames } from './fields.ts';
import styles from './unknown-words.module.css';
import { countOfLines, meanings } from './words.ts';

interface UnknownWordsProps {
  shop: Shop | null;
  words: ImportResult['unknownWords'];
  /** The lines that are refused still, those with these words among them. */
  lines: readonly FailedLine[];
  /** The import that keeps them; absent after a trial. */
  importId?: number | undefined;
  /** Tries the same file again. */
  onTryAgain?: () => void;
}

/** Asks what a shop means with words for a status that nobody knows: they are not guessed. */
export function UnknownWords({ shop, words, lines, importId, onTryAgain }: UnknownWordsProps) {
  const { data: answers = [] } = useQuery({ ...statusWords, enabled: shop !== null });
  const meaningOf = (word: string) => answers.find((one) => one.shop === shop && isSame(one.word, word))?.meaning;
  const answered = words.filter(({ word }) => meaningOf(word) !== undefined);
  // Those of a cancelled order stay refused.
  const explained = lines.filter(({ error }) =>
    answered.some(({ word }) => meaningOf(word) !== 'cancelled' && error.includes(`"${word}"`)),
  );

  return (
    <Notice
      tone="amber"
      title={words.length === 1 ? 'Um estado que não conhecemos' : `${words.length} estados que não conhecemos`}
    >
      <p className={styles.note}>
        {shop === null
          ? 'Não se sabe de que loja é o ficheiro, por isso não há para quem guardar uma resposta.'
          : `Diga o que ${words.length === 1 ? 'quer' : 'querem'} dizer. A resposta fica guardada para os próximos ficheiros desta loja (${shopNames[shop]}).`}
      </p>
      <ul className={styles.words}>
        {words.map(({ word, records }) => (
          <li key={word}>
            {shop === null ? (
              <WordAndCount word={word} records={records} />
            ) : (
              <Question shop={shop} word={word} records={records} meaning={meaningOf(word)} />
            )}
          </li>
        ))}
      </ul>
      {importId === undefined
        ? answered.length > 0 && (
            <Button variant="secondary" leftSection={<IconFlask size={16} aria-hidden />} onClick={onTryAgain}>
              Experimentar outra vez
            </Button>
          )
        : explained.length > 0 && <LoadExplained importId={importId} lines={explained} />}
    </Notice>
  );
}

/** Loads lines as they are, now that their status is explained. */
function LoadExplained({ importId, lines }: { importId: number; lines: readonly FailedLine[] }) {
  const { mutate, isPending, error } = useMutation(correctLines);
  return (
    <div className={styles.explained}>
      <BusyButton
        busy={isPending}
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() =>
          mutate({ importId, lines: lines.map(({ lineNumber, values }) => ({ lineNumber, values: values ?? {} })) })
        }
      >
        {lines.length === 1 ? 'Carregar a linha deste estado' : `Carregar as ${formatNumber(lines.length)} linhas`}
      </BusyButton>
      <span role="alert" className={styles.error}>
        {error?.message}
      </span>
    </div>
  );
}

interface QuestionProps {
  shop: Shop;
  word: string;
  records: number;
  meaning: StatusMeaning | undefined;
}

function Question({ shop, word, records, meaning }: QuestionProps) {
  const { mutate, isPending, variables } = useMutation(setStatusWord);
  const name = useId();
  // What was just answered shows at once.
  const shown = isPending ? variables.meaning : meaning;
  const choices = [...(Object.entries(meanings) as [StatusMeaning, string][]), [undefined, 'Não sei'] as const];

  return (
    <fieldset className={styles.question}>
      <legend>
        <WordAndCount word={word} records={records} />
      </legend>
      <div className={styles.choices}>
        {choices.map(([value, label]) => (
          <label key={label} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={shown === value}
              onChange={() => mutate({ shop, word, ...(value && { meaning: value }) })}
            />
            {label}
          </label>
        ))}
      </div>
      <output className={styles.saved}>{meaning !== undefined && !isPending && 'Guardado'}</output>
    </fieldset>
  );
}

function WordAndCount({ word, records }: { word: string; records: number }) {
  return (
    <>
      <q className={styles.word}>{word}</q> <span className={styles.count}>{countOfLines(records)}</span>
    </>
  );
}

function isSame(one: string, other: string): boolean {
  return one.localeCompare(other, 'pt', { sensitivity: 'base' }) === 0;
}
