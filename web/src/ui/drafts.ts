import { useEffect, useEffectEvent } from 'react';
import { toast } from './toasts.ts';

/** What somebody had typed in a form when the page had to be left. */
interface Draft {
  /** What it was to change, as that stood then. */
  before: unknown;
  typed: unknown;
}

/** The drafts of one page, by the names of its forms. */
interface KeptDrafts {
  owner: string;
  address: string;
  forms: Record<string, Draft>;
}

interface DraftedForm<Typed> {
  /** Tells it from the other forms of its page. */
  name: string;
  /** What it shows is there: what was typed can be put back. */
  ready?: boolean;
  /** What is typed in it and not saved; undefined where nothing is. */
  typed: () => Typed | undefined;
  /** What that is to change, as it stands. */
  before: (typed: Typed) => unknown;
  restore: (typed: Typed) => void;
}

const storageKey = 'draft';

const openForms = new Map<string, () => Draft | undefined>();

/** Before the page is left for the login, keeps for the session what its owner has typed in it and not saved. */
export function keepDrafts(owner: string): void {
  const forms = [...openForms].flatMap(([name, read]) => {
    const draft = read();
    return draft === undefined ? [] : [[name, draft] as const];
  });
  if (forms.length > 0) keep({ owner, address: location.pathname, forms: Object.fromEntries(forms) });
}

/** Nobody finds what somebody else had typed. */
export function dropDraftsOfOthers(owner: string): void {
  if (keptDrafts()?.owner !== owner) sessionStorage.removeItem(storageKey);
}

/**
 * Puts back into a form what was typed in it before a login came between, if what it is about is as it was then: a record that somebody has changed
 * meanwhile is not covered with old values, which is said.
 */
export function useDraft<Typed>({ name, ready = true, typed, before, restore }: DraftedForm<Typed>): void {
  const read = useEffectEvent(() => {
    const value = typed();
    return value === undefined ? undefined : { before: before(value), typed: value };
  });
  const putBack = useEffectEvent((draft: Draft) => {
    const value = draft.typed as Typed;
    if (!same(draft.before, before(value))) {
      toast('error', 'O que tinha escrito não foi reposto: entretanto o registo foi alterado');
      return;
    }
    restore(value);
    toast('success', 'O que tinha escrito foi reposto');
  });

  useEffect(() => {
    if (!ready) return undefined;
    const draft = takeDraft(name);
    if (draft) putBack(draft);
    openForms.set(name, () => read());
    return () => {
      openForms.delete(name);
    };
  }, [name, ready]);
}

function takeDraft(name: string): Draft | undefined {
  const kept = keptDrafts();
  if (kept?.address !== location.pathname) return undefined;
  const { [name]: draft, ...others } = kept.forms;
  if (Object.keys(others).length === 0) sessionStorage.removeItem(storageKey);
  else keep({ ...kept, forms: others });
  return draft;
}

function keptDrafts(): KeptDrafts | undefined {
  const text = sessionStorage.getItem(storageKey);
  return text === null ? undefined : (JSON.parse(text) as KeptDrafts);
}

function keep(drafts: KeptDrafts): void {
  sessionStorage.setItem(storageKey, JSON.stringify(drafts));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
