import { useEffect, useEffectEvent } from 'react';
import { toast } from './toasts.ts';

/** Unsaved input of a form at the time the page had to be left. */
interface Draft {
  /** The saved values at that time. */
  before: unknown;
  typed: unknown;
}

/** The drafts of one page, by form name. */
interface SavedDrafts {
  owner: string;
  address: string;
  forms: Record<string, Draft>;
}

interface DraftedForm<Typed> {
  /** Unique among the forms of the page. */
  name: string;
  /** The form has loaded: a draft can be restored. */
  ready?: boolean;
  /** The unsaved input, if any. */
  typed: () => Typed | undefined;
  /** The saved values that the input would change. */
  before: (typed: Typed) => unknown;
  restore: (typed: Typed) => void;
}

const storageKey = 'draft';

const openForms = new Map<string, () => Draft | undefined>();

/** Saves the unsaved input of all open forms for the session, before the page redirects to the login. */
export function saveDrafts(owner: string): void {
  const forms = [...openForms].flatMap(([name, read]) => {
    const draft = read();
    return draft === undefined ? [] : [[name, draft] as const];
  });
  if (forms.length > 0) save({ owner, address: location.pathname, forms: Object.fromEntries(forms) });
}

/** Drops drafts of another person. */
export function dropDraftsOfOthers(owner: string): void {
  if (savedDrafts()?.owner !== owner) sessionStorage.removeItem(storageKey);
}

/**
 * Restores a form's draft after a login. When somebody has changed the record meanwhile, drops the draft with a message instead of
 * overwriting new values.
 */
export function useDraft<Typed>({ name, ready = true, typed, before, restore }: DraftedForm<Typed>): void {
  const read = useEffectEvent(() => {
    const value = typed();
    return value === undefined ? undefined : { before: before(value), typed: value };
  });
  const restoreDraft = useEffectEvent((draft: Draft) => {
    const value = draft.typed as Typed;
    if (!isEqual(draft.before, before(value))) {
      toast('error', 'O que tinha escrito não foi reposto: entretanto o registo foi alterado');
      return;
    }
    restore(value);
    toast('success', 'O que tinha escrito foi reposto');
  });

  useEffect(() => {
    if (!ready) return undefined;
    const draft = takeDraft(name);
    if (draft) restoreDraft(draft);
    openForms.set(name, () => read());
    return () => {
      openForms.delete(name);
    };
  }, [name, ready]);
}

function takeDraft(name: string): Draft | undefined {
  const saved = savedDrafts();
  if (saved?.address !== location.pathname) return undefined;
  const { [name]: draft, ...others } = saved.forms;
  if (Object.keys(others).length === 0) sessionStorage.removeItem(storageKey);
  else save({ ...saved, forms: others });
  return draft;
}

function savedDrafts(): SavedDrafts | undefined {
  const text = sessionStorage.getItem(storageKey);
  return text === null ? undefined : (JSON.parse(text) as SavedDrafts);
}

function save(drafts: SavedDrafts): void {
  sessionStorage.setItem(storageKey, JSON.stringify(drafts));
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
