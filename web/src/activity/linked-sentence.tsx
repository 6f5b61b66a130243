import { Link } from 'react-router';
import type { Part } from './sentence.ts';
import styles from './activity.module.css';

/** A sentence with links to what it names. */
export function Sentence({ parts }: { parts: readonly Part[] }) {
  return parts.map((part, place) => {
    if (typeof part === 'string') return part;
    // The parts of a sentence never change their order.
    // oxlint-disable-next-line react/no-array-index-key -- a sentence's parts never change places
    const key = `${place} ${part.name}`;
    if (part.to === undefined) {
      return (
        <b key={key} className={styles.name}>
          {part.name}
        </b>
      );
    }
    return (
      <Link key={key} className={styles.link} to={part.to}>
        {part.name}
      </Link>
    );
  });
}
