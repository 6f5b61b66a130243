import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Goes to a page as a link does: a page with unsaved input asks first, which it does only of links. */
export function useFollow(): (to: string) => void {
  const navigate = useNavigate();

  return useCallback(
    (to: string) => {
      const link = Object.assign(document.createElement('a'), { href: to, hidden: true });
      link.addEventListener('click', (event) => {
        event.preventDefault();
        void navigate(to);
      });
      document.body.append(link);
      link.click();
      link.remove();
    },
    [navigate],
  );
}
