import styles from './opening.module.css';
import { Skeleton } from './skeleton.tsx';

/** Holds the place of a page whose code still loads. */
export function Opening() {
  return (
    <div className={styles.root}>
      <output className={styles.words}>A carregar...</output>
      <Skeleton height={26} width="16rem" />
      <Skeleton height={48} />
      <Skeleton className={styles.rest} height={0} />
    </div>
  );
}
