import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has come within a screen of being seen. Once near it stays so. */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);

  useEffect(() => {
    if (near || !element.current) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      // So that it is there on arrival, and moves nothing in sight.
      rootMargin: '100% 0px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [near, element]);

  return near;
}
