import { useLayoutEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { html, sections } from '../../../docs/guia.md';
import styles from './guide-page.module.css';

/** The guide, task by task; an address may name the task. A default export, for `lazy`: few read it, and not often. */
export default function GuidePage() {
  const location = useLocation();
  const { hash } = location;

  useLayoutEffect(() => {
    const task = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (task === null) return undefined;
    // After the page has gone to its top, as any page does that opens.
    const frame = requestAnimationFrame(() => {
      task.scrollIntoView();
      task.tabIndex = -1;
      task.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [location]);

  return (
    <div className={styles.root}>
      <nav className={styles.contents} aria-label="Tarefas">
        <ul>
          {sections.map(({ id, title, depth }) => (
            <li key={id} data-depth={depth}>
              <Link to={`#${id}`} aria-current={hash === `#${id}` ? 'location' : undefined}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {/* oxlint-disable-next-line react/no-danger -- our own page of the documentation, made into HTML by the build */}
      <article className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}
