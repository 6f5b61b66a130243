import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedChangesProps {
  unsaved: () => boolean;
  title?: string;
  message?: string;
  /** The button that leaves the page. */
  confirm?: string;
  cancel?: string;
}

/** The history entry being left for after confirmation: other forms of the page do not ask again. */
let leaveFor: string | undefined;

/**
 * Asks before the page is left with unsaved input: by a link, by Back, or by closing the tab. Calls `unsaved` at that moment. Navigation by
 * the page's own code does not ask.
 */
export function UnsavedChanges({
  unsaved,
  title = 'Alterações por guardar',
  message = 'Se sair desta página, perde o que alterou e ainda não guardou.',
  confirm = 'Sair sem guardar',
  cancel = 'Continuar a editar',
}: UnsavedChangesProps) {
  const [leave, setLeave] = useState<() => void>();
  const navigate = useNavigate();

  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (leaveFor === undefined && unsaved()) event.preventDefault();
  });

  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || link?.target;
    if (!link || elsewhere || link.origin !== location.origin || link.pathname === location.pathname) return;
    if (!unsaved()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { pathname, search, hash } = link;
    setLeave(() => () => void navigate({ pathname, search, hash }));
  });

  // Back and Forward. Browsers without the Navigation API leave without asking: popstate cannot be cancelled.
  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    const { key } = event.destination;
    if (event.navigationType !== 'traverse' || !event.cancelable || key === leaveFor || !unsaved()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    setLeave(() => () => {
      leaveFor = key;
      navigation.traverseTo(key);
    });
  });

  useEffect(() => {
    leaveFor = undefined;
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('beforeunload', (event) => onUnload(event), { signal });
    if ('navigation' in window) navigation.addEventListener('navigate', (event) => onNavigate(event), { signal });
    document.addEventListener('click', (event) => onClick(event), { capture: true, signal });
    return () => listening.abort();
  }, []);

  return (
    <ConfirmDialog
      opened={leave !== undefined}
      title={title}
      message={message}
      confirm={confirm}
      cancel={cancel}
      onConfirm={() => {
        setLeave(undefined);
        leave?.();
      }}
      onCancel={() => setLeave(undefined)}
    />
  );
}
