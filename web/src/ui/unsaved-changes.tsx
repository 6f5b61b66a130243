import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Asks before a page is left whose input would be lost: by a link, by Back, or with the tab. `unsaved` is asked at that
 * moment. The page's own way out, after saving, is not in question.
 */
export function UnsavedChanges({ unsaved }: { unsaved: () => boolean }) {
  const [leave, setLeave] = useState<() => void>();
  const navigate = useNavigate();
  const ask = useCallback((goOn: () => void) => setLeave(() => goOn), []);

  useEffect(() => {
    const page = { address: location.href, state: history.state as unknown };
    let leaving = false;

    function onUnload(event: BeforeUnloadEvent) {
      if (!leaving && unsaved()) event.preventDefault();
    }

    function onClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || link?.target;
      if (!link || elsewhere || link.origin !== location.origin || link.pathname === location.pathname) return;
      if (!unsaved()) return;
      event.preventDefault();
      event.stopPropagation();
      const { pathname, search, hash } = link;
      ask(() => void navigate({ pathname, search, hash }));
    }

    // Before the router hears of it: the address has changed already, so it is put back until there is an answer.
    function onPopState(event: PopStateEvent) {
      if (leaving || !unsaved()) return;
      event.stopImmediatePropagation();
      history.pushState(page.state, '', page.address);
      ask(() => {
        leaving = true;
        history.back();
      });
    }

    window.addEventListener('beforeunload', onUnload);
    window.addEventListener('popstate', onPopState, true);
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      window.removeEventListener('popstate', onPopState, true);
      document.removeEventListener('click', onClick, true);
    };
  }, [ask, navigate, unsaved]);

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
