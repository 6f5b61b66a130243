import { useEffect, useEffectEvent } from 'react';

/** How long the rows at hand stand before the next ones are fetched, in milliseconds: what is asked for now comes first. */
const pause = 300;

/** Fetches the page after the one at hand, so that it is there when it is asked for. */
export function useNextPage(
  page: { pageNumber: number; totalPages: number } | undefined,
  isOutdated: boolean,
  prefetch: (pageNumber: number) => void,
): void {
  const fetchNext = useEffectEvent(prefetch);

  useEffect(() => {
    if (!page || isOutdated || page.pageNumber + 1 >= page.totalPages) return undefined;
    const timer = setTimeout(() => fetchNext(page.pageNumber + 1), pause);
    return () => clearTimeout(timer);
  }, [page, isOutdated]);
}
