import type { Actor, Doing } from '../db/change.ts';

/**
 * An export as the activity log says it: what was exported, and the filter in words. `labels` name the filter's parts; `values` are the words
 * for those that are a choice.
 */
export function exported(
  by: Actor,
  what: string,
  labels: Readonly<Record<string, string>>,
  filter: Readonly<Record<string, string | number | boolean | readonly number[] | undefined>>,
  values: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): Doing {
  const parts = Object.entries(labels).flatMap(([part, label]) => {
    const given = filter[part];
    if (given === undefined || given === false) return [];
    if (given === true) return [label];
    if (typeof given === 'object') return [`${given.length} ${label}`];
    return [`${label}: ${values[part]?.[String(given)] ?? String(given)}`];
  });
  return { by, does: 'export', about: [what, parts.join(', ') || 'tudo'].join(' – ') };
}
