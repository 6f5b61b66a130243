import { withoutBlanks } from '@rede/contract/values';
import { createContext, use, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type * as z from 'zod/mini';

type Filter = Record<string, unknown>;

/** The parameters of what is opened over a page. They stay as they are when a filter changes, and are never remembered. */
export const overlayParams = ['extracto', 'de', 'ate', 'rede', 'ordem'] as const;

/** Under what the filters of a part of the app are remembered: what an administrator sets while viewing as a consultant is not their own. */
export const RememberedUnder = createContext('');

/** Values for a filter: absent or blank fields get their defaults. */
export type FilterInput<S extends z.ZodMiniObject> = { [K in keyof z.output<S>]?: z.output<S>[K] | '' };

interface Options {
  /** The storage name of the page; tables on one page share it. */
  page: string;
  /** A prefix for the parameters of one of several tables on a page: `direct` makes `direct-name`. */
  prefix?: string;
  /** Other parameter names for some fields. */
  paramNames?: Readonly<Record<string, string>>;
}

/**
 * A list's filter, sort and page, kept in the URL so that links and Back work. They are remembered for the session and restored when the
 * page opens without them. Invalid fields are ignored.
 */
export function useRememberedFilter<S extends z.ZodMiniObject>(
  schema: S,
  options: Options,
): [filter: z.output<S>, setFilter: (filter: FilterInput<S>) => void] {
  const page = `${use(RememberedUnder)}${options.page}`;
  const { key, search } = useLocation();
  const [, setParams] = useSearchParams();
  const [opened] = useState(() => ({ key, search: search === '' ? recall(page) : '' }));
  const restoring = opened.search !== '' && opened.key === key;
  const effective = restoring ? opened.search : search;

  useEffect(() => {
    if (restoring) setParams(opened.search, { replace: true });
    else remember(page, search);
  }, [restoring, opened, page, search, setParams]);

  const serialised = JSON.stringify(given(schema, effective, options));
  const filter = useMemo(() => validFields(schema, JSON.parse(serialised) as Filter), [schema, serialised]);

  function setFilter(wanted: FilterInput<S>): void {
    const defaults: Filter = schema.parse({});
    const next = new URLSearchParams(effective);
    for (const field of Object.keys(schema.shape)) next.delete(paramName(field, options));
    for (const [field, value] of Object.entries(withoutBlanks(wanted) as Filter)) {
      if (value !== defaults[field]) next.set(paramName(field, options), String(value));
    }
    setParams(next);
  }

  return [filter, setFilter];
}

/** The filter with which a list will open at the current URL. */
export function initialFilter<S extends z.ZodMiniObject>(schema: S, options: Options): z.output<S> {
  return validFields(schema, given(schema, location.search || recall(options.page), options));
}

function given(schema: z.ZodMiniObject, search: string, options: Options): Filter {
  const params = new URLSearchParams(search);
  return Object.fromEntries(Object.keys(schema.shape).map((field) => [field, params.get(paramName(field, options))]));
}

function paramName(field: string, { prefix, paramNames = {} }: Options): string {
  return `${prefix === undefined ? '' : `${prefix}-`}${paramNames[field] ?? field}`;
}

/** A URL may be old or typed by hand: ignores invalid fields and keeps the others. */
function validFields<S extends z.ZodMiniObject>(schema: S, given: Filter): z.output<S> {
  const filter = withoutBlanks(given) as Filter;
  const result = schema.safeParse(filter);
  if (result.success) return result.data;
  for (const { path } of result.error.issues) delete filter[String(path[0])];
  return schema.parse(filter);
}

function recall(page: string): string {
  return sessionStorage.getItem(`filter:${page}`) ?? '';
}

function remember(page: string, search: string): void {
  const params = new URLSearchParams(search);
  for (const name of overlayParams) params.delete(name);
  sessionStorage.setItem(`filter:${page}`, params.size === 0 ? '' : `?${params}`);
}
