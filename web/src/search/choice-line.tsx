import {
  IconArrowRight,
  IconBolt,
  IconFileSpreadsheet,
  IconLayoutList,
  IconReceiptEuro,
  IconUser,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Choice, Kind } from './choices.ts';
import { partsOf } from './matching.ts';
import styles from './choice-line.module.css';

const icons: Record<Kind, typeof IconUser> = {
  consultant: IconUser,
  order: IconReceiptEuro,
  import: IconFileSpreadsheet,
  page: IconLayoutList,
  action: IconBolt,
  more: IconArrowRight,
};

interface ChoiceLineProps {
  id: string;
  choice: Choice;
  /** What is marked in it. */
  words: readonly string[];
  active: boolean;
  onHover: () => void;
}

/** An option of the palette: a link, where it leads to a page, so that the browser can open it elsewhere. */
export function ChoiceLine({ id, choice, words, active, onHover }: ChoiceLineProps) {
  const line = useRef<HTMLAnchorElement & HTMLButtonElement>(null);
  const Icon = icons[choice.kind];

  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const shared = {
    ref: line,
    id,
    role: 'option',
    tabIndex: -1,
    className: styles.root,
    'data-key': choice.key,
    'aria-selected': active,
    // Not on enter: the list moves under a pointer that stands still.
    onPointerMove: active ? undefined : onHover,
  };
  const content = (
    <>
      <Icon className={styles.icon} size={18} stroke={1.6} aria-hidden />
      <span className={styles.words}>
        <span className={styles.title}>
          <Marked text={choice.title} words={words} />
        </span>{' '}
        {choice.detail !== undefined && (
          <span className={styles.detail}>
            <Marked text={choice.detail} words={words} />
          </span>
        )}
      </span>{' '}
      {choice.note !== undefined && <span className={styles.note}>{choice.note}</span>}
    </>
  );
  return choice.to === undefined ? (
    <button type="button" {...shared}>
      {content}
    </button>
  ) : (
    <a href={choice.to} {...shared}>
      {content}
    </a>
  );
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return partsOf(text, words).map(({ text: part, isMatch }, index) => {
    const key = `${index}-${part}`;
    return isMatch ? <mark key={key}>{part}</mark> : <span key={key}>{part}</span>;
  });
}
