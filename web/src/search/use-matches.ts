import type { SearchResults } from '@rede/contract/search';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { everythingMatching } from './calls.ts';

/** How long nothing is typed before it is searched for, in milliseconds. */
const pause = 120;

/** After how many milliseconds without an answer it is said that it takes long. */
const longWait = 2500;

/** The fewest letters that are searched for. */
const fewest = 2;

interface Matches {
  /** The latest answer; undefined where too little is typed. */
  results: SearchResults | undefined;
  state: 'settled' | 'searching' | 'slow' | 'failed';
  retry: () => void;
}

/** What the server finds for what is typed. */
export function useMatches(typed: string): Matches {
  const wanted = typed.trim();
  const [text] = useDebouncedValue(wanted, pause);
  const enough = wanted.length >= fewest;
  const { data, isFetching, isError, refetch } = useQuery({
    ...everythingMatching(text),
    enabled: enough && text.length >= fewest,
  });
  const searching = enough && (wanted !== text || isFetching);
  const isSlow = useIsLong(searching, wanted);
  const settled = enough && isError ? 'failed' : 'settled';

  return {
    results: enough ? data : undefined,
    state: searching ? (isSlow ? 'slow' : 'searching') : settled,
    retry: () => void refetch(),
  };
}

/** Whether something has gone on for long, since it is about this text. */
function useIsLong(goesOn: boolean, about: string): boolean {
  const [long, setLong] = useState<string>();

  useEffect(() => {
    if (!goesOn) return undefined;
    const timer = setTimeout(() => setLong(about), longWait);
    return () => clearTimeout(timer);
  }, [goesOn, about]);

  return goesOn && long === about;
}
