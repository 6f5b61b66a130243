import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  /** What stands under the title. */
  subtitle?: ReactNode;
  /** Narrow: a text and a few buttons. */
  small?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The browser's own modal dialog, open for as long as it is rendered: the page behind is inert, and the focus returns to where it was. It
 * covers toasts: what happens in it is said in it.
 */
export function Dialog({ title, subtitle, small = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = useRef(false);
  const titleId = useId();

  useLayoutEffect(() => {
    const node = dialog.current;
    // The page behind stands still, also where its scroll bar took room.
    const page = document.documentElement;
    const scrollbar = window.innerWidth - page.clientWidth;
    page.style.overflow = 'hidden';
    page.style.paddingRight = scrollbar > 0 ? `${scrollbar}px` : '';
    node?.showModal();
    shown.current = true;
    return () => {
      shown.current = false;
      page.style.overflow = '';
      page.style.paddingRight = '';
      node?.close();
      // The page was loaded with it: nothing had the focus before.
      if (document.activeElement === document.body || node?.contains(document.activeElement)) {
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
      }
    };
  }, []);

  // A click beside it closes it; a selection of text that ends beside it does not.
  useEffect(() => {
    const node = dialog.current;
    let pressed: EventTarget | null = null;
    const press = ({ target }: PointerEvent) => (pressed = target);
    const release = ({ target }: MouseEvent) => {
      if (target === node && pressed === node) node?.close();
    };
    node?.addEventListener('pointerdown', press);
    node?.addEventListener('click', release);
    return () => {
      node?.removeEventListener('pointerdown', press);
      node?.removeEventListener('click', release);
    };
  }, []);

  return createPortal(
    <dialog
      ref={dialog}
      className={styles.root}
      data-small={small || undefined}
      aria-labelledby={titleId}
      onClose={(event) => {
        if (shown.current && !event.currentTarget.open) onClose();
      }}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <div>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
          </div>
          <button type="button" className={styles.close} aria-label="Fechar" onClick={() => dialog.current?.close()}>
            <IconX size={18} aria-hidden />
          </button>
        </div>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}
