import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import styles from './frame.module.css';

interface FrameProps {
  /** The logo's URL. */
  logo: string;
  title: ReactNode;
  subtitle?: ReactNode;
  /** Before the logo, on narrow screens. */
  menu?: ReactNode;
  /** In the middle of the header. */
  search?: ReactNode;
  actions?: ReactNode;
  /** Navigation beside the page. */
  side?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** The page with its header, side navigation and footer. */
export function Frame({ logo, title, subtitle, menu, search, actions, side, footer, children }: FrameProps) {
  const main = usePageFocus();

  return (
    <div className={styles.root} data-wide={side !== undefined || undefined}>
      <a
        className={styles.skip}
        href="#conteudo"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Saltar para o conteúdo
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          {menu}
          <img className={styles.logo} src={logo} alt="" width={32} height={32} />
          <div className={styles.titles}>
            {title}
            {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
          </div>
          {search && <div className={styles.search}>{search}</div>}
          <div className={styles.actions}>{actions}</div>
        </div>
      </header>
      <div className={styles.body}>
        {side && <div className={styles.side}>{side}</div>}
        <main id="conteudo" className={styles.main} ref={main} tabIndex={-1}>
          {children}
        </main>
      </div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  );
}

/** A new page starts at its top with the focus in it: screen readers announce it and Tab continues from there. */
function usePageFocus() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return main;
}
