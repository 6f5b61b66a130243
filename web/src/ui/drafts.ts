import { useEffect, useEffectEvent } from 'react';
import { toast } from './toasts.ts';

/** What somebody had typed in a form when the page had to be left. */
interface Draft<Values> {
  /** What the form held before they began. */
  before: Values;
  typed: Values;
}

interface KeptDraft extends Draft<unknown> {
  owner: string;
  address: string;
}

interface DraftedForm<Values> {
  read: () => Draft<Values>;
  restore: (typed: Values) => void;
}

const storageKey = 'draft';

const drafts = new Set<() => Draft<unknown>>();

/** Before the page is left for the login, keeps for the session what its owner has typed in it and not saved. */
export function keepDrafts(owner: string): void {
  for (const read of drafts) {
    const { before, typed } = read();
    if (same(before, typed)) continue;
    const kept: KeptDraft = { owner, address: location.pathname, before, typed };
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  }
}

/** Nobody finds what somebody else had typed. */
export function dropDraftsOfOthers(owner: string): void {
  if (keptDraft()?.owner !== owner) sessionStorage.removeItem(storageKey);
}

/**
 * Puts back into a form what was typed in it before a login came between, if what it is about is as it was then: a record that somebody has changed
 * meanwhile is not covered with old values.
 */
export function useDraft<Values>({ read, restore }: DraftedForm<Values>): void {
  const current = useEffectEvent(read);
  const putBack = useEffectEvent(restore);

  useEffect(() => {
    const kept = keptDraft();
    if (kept?.address === location.pathname) {
      sessionStorage.removeItem(storageKey);
      if (same(kept.before, current().before)) {
        putBack(kept.typed as Values);
        toast('success', 'O que tinha escrito foi reposto');
      }
    }
    const draft = () => current();
    drafts.add(draft);
    return () => {
      drafts.delete(draft);
    };
  }, []);
}

function keptDraft(): KeptDraft | undefined {
  const text = sessionStorage.getItem(storageKey);
  return text === null ? undefined : (JSON.parse(text) as KeptDraft);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
