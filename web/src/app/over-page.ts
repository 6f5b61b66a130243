import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { Does } from '../search/places.ts';
import { toast } from '../ui/toasts.ts';

interface PartProps {
  onClose: () => void;
  onDoes: (does: Does) => void;
}

/** What lies over the page when it is asked for. */
const parts = {
  search: (): Promise<{ default: ComponentType<PartProps> }> => import('../search/palette.tsx'),
  shortcuts: (): Promise<{ default: ComponentType<PartProps> }> => import('./shortcuts-dialog.tsx'),
};

/** In milliseconds: what the page itself asks for goes first. */
const afterPaint = 300;

/** The part that lies over the page, if any. All are fetched once the page is drawn, so that they open at once. */
export function useOverPage() {
  const [Part, setPart] = useState<ComponentType<PartProps>>();

  useEffect(() => {
    const timer = setTimeout(() => void Promise.allSettled(Object.values(parts).map((load) => load())), afterPaint);
    return () => clearTimeout(timer);
  }, []);

  const open = useCallback((part: keyof typeof parts) => {
    parts[part]().then(
      (loaded) => setPart(() => loaded.default),
      () => toast('error', 'Não foi possível abrir. Verifique a ligação à internet.'),
    );
  }, []);
  const close = useCallback(() => setPart(undefined), []);

  return { Part, open, close };
}
