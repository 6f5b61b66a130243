import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { IconCheck, IconExclamationMark } from '@tabler/icons-react';
import { Button } from './button.tsx';
import { Mantine } from './mantine.tsx';
import styles from './toaster.module.css';

/** What can be done about a message, such as to undo what it says. */
export interface ToastAction {
  label: string;
  onPress: () => void | Promise<void>;
}

/** Above what sticks to the page, below every dialog: a toast never covers a dialog's buttons. */
const zIndex = 150;

/** How long toasts stay, in milliseconds; one with an action longer, because it asks for a decision. */
const stay = 5000;
const stayWithAction = 12_000;

export const place = (
  <Mantine>
    <Notifications position="top-right" autoClose={stay} containerWidth={400} zIndex={zIndex} />
  </Mantine>
);

let lastId = 0;

export function show(kind: 'success' | 'error', message: string, action?: ToastAction): void {
  lastId += 1;
  // Every success counts; a failure that repeats itself shows once at a time.
  const id = kind === 'error' ? message : `toast-${lastId}`;
  const content = action ? (
    <WithAction message={message} action={action} onDone={() => notifications.hide(id)} />
  ) : (
    message
  );
  notifications.show({
    id,
    message: content,
    color: kind === 'success' ? 'pine' : 'red',
    icon: kind === 'success' ? <IconCheck size={18} aria-hidden /> : <IconExclamationMark size={18} aria-hidden />,
    // An error interrupts a screen reader, a success waits.
    role: kind === 'success' ? 'status' : 'alert',
    withBorder: true,
    'data-toast': true,
    onClose: () => {
      if (isInToast(document.activeElement)) giveFocusBack();
    },
    ...(action && {
      autoClose: stayWithAction,
      // Under the pointer it pauses by itself.
      onFocusCapture: () => notifications.update({ id, message: content, autoClose: false }),
      onBlurCapture: () => notifications.update({ id, message: content, autoClose: stayWithAction }),
    }),
  });
}

interface WithActionProps {
  message: string;
  action: ToastAction;
  onDone: () => void;
}

function WithAction({ message, action, onDone }: WithActionProps) {
  return (
    <div className={styles.root}>
      <span>{message}</span>
      <Button
        variant="secondary"
        data-toast-action
        aria-keyshortcuts="F6"
        onClick={() => {
          onDone();
          void action.onPress();
        }}
      >
        {action.label}
        <kbd className={styles.key} aria-hidden>
          F6
        </kbd>
      </Button>
    </div>
  );
}

/** What had the focus before F6 went to a toast. */
let before: HTMLElement | undefined;

/** F6 goes to the action of the latest toast, and back. Not from a dialog: what is behind it is inert. */
document.addEventListener('keydown', (event) => {
  const { key, defaultPrevented, target } = event;
  const isInside = isInToast(target);
  if (defaultPrevented || (key !== 'F6' && !(key === 'Escape' && isInside))) return;
  if (isInside) {
    event.preventDefault();
    giveFocusBack();
    return;
  }
  const action = [...document.querySelectorAll<HTMLElement>('[data-toast-action]')].at(-1);
  if (!action || document.querySelector('dialog[open], [aria-modal="true"]')) return;
  event.preventDefault();
  before = target instanceof HTMLElement ? target : undefined;
  action.focus();
});

function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toast]') !== null;
}

function giveFocusBack(): void {
  const isThere = before?.isConnected && before !== document.body;
  (isThere ? before : document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
  before = undefined;
}
