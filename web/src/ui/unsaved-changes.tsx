import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Asks before a page is left whose input would be lost: by a link, by Back, or with the tab. `unsaved` is asked at that
 * moment. The page's own way out, after saving, is not in question.
 */
export function UnsavedChanges({ unsaved }: { unsaved: () => boolean }) {
  const [leave, setLeave] = useState<() => void>();
  const navigate = useNavigate();
  const leaving = useRef(false);

  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (!leaving.current && unsaved()) event.preventDefault();
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

  // Before the router hears of it: the address has changed already, so it is put back until there is an answer.
  const onPopState = useEffectEvent((event: PopStateEvent, page: { address: string; state: unknown }) => {
    if (leaving.current || !unsaved()) return;
    event.stopImmediatePropagation();
    history.pushState(page.state, '', page.address);
    setLeave(() => () => {
      leaving.current = true;
      history.back();
    });
  });

  useEffect(() => {
    const page = { address: location.href, state: history.state as unknown };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('beforeunload', (event) => onUnload(event), { signal });
    window.addEventListener('popstate', (event) => onPopState(event, page), { capture: true, signal });
    document.addEventListener('click', (event) => onClick(event), { capture: true, signal });
    return () => listening.abort();
  }, []);

  return (
    <ConfirmDialog
      opened={leave !== undefined}
      title="Alterações por guardar"
      message="Se sair desta página, perde o que alterou e ainda não guardou."
      confirm="Sair sem guardar"
      cancel="Continuar a editar"
      onConfirm={() => {
        setLeave(undefined);
        leave?.();
      }}
      onCancel={() => setLeave(undefined)}
    />
  );
}
