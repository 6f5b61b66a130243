import styles from './loader.module.css';

/** A turning ring, in the colour of the text: something is on its way. What it is must be said in words elsewhere. */
export function Loader({ size }: { size: number }) {
  return <span className={styles.root} style={{ width: size, height: size, borderWidth: size / 8 }} aria-hidden />;
}
