import { type SearchResults, mostMatches } from '@rede/contract/search';
import { IconCornerDownLeft, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { useFollow } from '../ui/follow.ts';
import { everythingMatching } from './calls.ts';
import { type Choice, type Group, beginning, found, foundPeople } from './choices.ts';
import { wordsOf } from './matching.ts';
import { ChoiceLine } from './choice-line.tsx';
import styles from './palette.module.css';
import type { Asking, Does } from './places.ts';
import { useRecent } from './recent.ts';
import { useMatches } from './use-matches.ts';

interface PaletteProps {
  onClose: () => void;
  /** Does what has no page of its own. */
  onDoes: (does: Does) => void;
}

/** One search for everything: a combobox in a dialog. A default export, for it is loaded when it is needed. */
export default function Palette({ onClose, onDoes }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(false);
  const id = useId();
  const follow = useFollow();
  const { recent, remember } = useRecent();
  const [typed, setTyped] = useState('');
  const [asking, setAsking] = useState<Asking>();
  const [activeKey, setActiveKey] = useState<string>();
  const client = useQueryClient();
  const { results, state, retry } = useMatches(typed);

  const groups = groupsOf(results);
  const choices = groups.flatMap((group) => group.choices);
  const active = choices.find(({ key }) => key === activeKey) ?? choices[0];
  const message = messageOf();

  function groupsOf(answered: SearchResults | undefined): Group[] {
    if (asking) return foundPeople(asking, answered);
    return typed.trim() === '' ? beginning(recent) : found(typed, answered);
  }

  function messageOf(): string | undefined {
    if (state === 'failed') return undefined;
    if (asking && typed.trim() === '') return 'De quem? Escreva o nome, o Código IK, o email ou o NIF.';
    if (choices.length > 0) return state === 'slow' ? 'Ainda a procurar…' : undefined;
    if (state === 'slow') return 'Ainda a procurar… Está a demorar mais do que é costume.';
    if (state === 'searching') return 'A procurar…';
    if (typed.trim().length < 2) return 'Escreva mais uma letra.';
    return `Nada encontrado com ‘${typed.trim()}’. Procura-se por nome, Código IK, email, NIF, número de encomenda ou nome de ficheiro.`;
  }

  useLayoutEffect(() => {
    const node = dialog.current;
    node?.showModal();
    input.current?.focus();
    shown.current = true;
    return () => {
      shown.current = false;
      node?.close();
    };
  }, []);

  function take(choice: Choice, elsewhere = false) {
    if (choice.asks) {
      setAsking(choice.asks);
      change('');
      input.current?.focus();
      return;
    }
    remember(choice);
    if (elsewhere && choice.to !== undefined) {
      window.open(choice.to, '_blank', 'noopener');
      return;
    }
    shown.current = false;
    dialog.current?.close();
    onClose();
    if (choice.to !== undefined) follow(choice.to);
    else if (choice.does) onDoes(choice.does);
  }

  /** Who types and presses Enter at once means what will be found, not what was found for the letters before. */
  async function takeFirst(elsewhere: boolean) {
    const answered = await client.fetchQuery(everythingMatching(typed.trim())).catch(() => undefined);
    const [first] = groupsOf(answered).flatMap((group) => group.choices);
    if (first && shown.current && input.current?.value === typed) take(first, elsewhere);
  }

  function change(text: string) {
    setTyped(text);
    setActiveKey(undefined);
  }

  // A page with unsaved input asks before it is left, when a link is clicked: by then this must not lie over the question.
  const onClick = useEffectEvent((event: MouseEvent) => {
    const isElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey;
    const line = event.target instanceof Element ? event.target.closest('[role=option]') : null;
    if (line === null || isElsewhere || !dialog.current?.contains(line)) return;
    const choice = choices.find(({ key }) => key === line.getAttribute('data-key'));
    if (choice === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    take(choice);
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('click', (event) => onClick(event), { capture: true, signal });
    return () => listening.abort();
  }, []);

  function step(by: number) {
    const from = active ? choices.indexOf(active) : -1;
    setActiveKey(choices.at((from + by) % choices.length)?.key);
  }

  /** Whether what is first may be another once the server has answered. */
  function mayChange(): boolean {
    const isPending = state === 'searching' || state === 'slow';
    return isPending && activeKey === undefined && active?.kind !== 'page' && active?.kind !== 'action';
  }

  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const elsewhere = event.ctrlKey || event.metaKey;
      if (mayChange()) void takeFirst(elsewhere);
      else if (active) take(active, elsewhere);
    } else if (event.key === 'Backspace' && typed === '' && asking) {
      setAsking(undefined);
    }
  }

  return createPortal(
    <dialog
      ref={dialog}
      className={styles.root}
      aria-label="Procurar"
      onClose={({ currentTarget }) => {
        if (shown.current && !currentTarget.open) onClose();
      }}
      onPointerDown={({ target }) => {
        if (target === dialog.current) dialog.current?.close();
      }}
    >
      <div className={styles.inside}>
        <div className={styles.field}>
          <IconSearch className={styles.icon} size={18} stroke={1.8} aria-hidden />
          {asking && <span className={styles.asking}>{asking.title}</span>}
          <input
            ref={input}
            className={styles.input}
            role="combobox"
            aria-label={asking ? asking.title : 'Procurar consultores, encomendas, acções'}
            aria-autocomplete="list"
            aria-expanded={choices.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={active && `${id}-${active.key}`}
            placeholder={asking ? 'De quem?' : 'Procurar consultores, encomendas, acções'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            value={typed}
            onChange={({ currentTarget }) => change(currentTarget.value)}
            onKeyDown={onKey}
          />
          <button type="button" className={styles.close} aria-label="Fechar" onClick={() => dialog.current?.close()}>
            <IconX size={18} aria-hidden />
          </button>
        </div>
        <div className={styles.busy} data-busy={state === 'searching' || state === 'slow' || undefined} aria-hidden />
        <div className={styles.found}>
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select has no links in it */}
          <div id={`${id}-list`} role="listbox" aria-label="Resultados" className={styles.list}>
            {groups.map(({ title, choices: inGroup }, index) => (
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
              <div key={title} role="group" aria-labelledby={`${id}-group-${index}`}>
                <div id={`${id}-group-${index}`} className={styles.group}>
                  {title}
                </div>
                {inGroup.map((choice) => (
                  <ChoiceLine
                    key={choice.key}
                    id={`${id}-${choice.key}`}
                    choice={choice}
                    words={wordsOf(typed)}
                    active={choice.key === active?.key}
                    onHover={() => setActiveKey(choice.key)}
                  />
                ))}
              </div>
            ))}
          </div>
          {state === 'failed' && (
            <div className={styles.message} role="alert">
              Não foi possível procurar consultores, encomendas e ficheiros.{' '}
              <button type="button" className={styles.retry} onClick={retry}>
                Tentar novamente
              </button>
            </div>
          )}
          {message !== undefined && (
            <p className={styles.message} aria-hidden>
              {message}
            </p>
          )}
        </div>
        <output className={styles.spoken}>{message ?? counted(choices.length)}</output>
        <p className={styles.keys} aria-hidden>
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> escolher
          </span>
          <span>
            <kbd>
              <IconCornerDownLeft size={12} />
            </kbd>{' '}
            abrir
          </span>
          <span>
            <kbd>Ctrl</kbd>{' '}
            <kbd>
              <IconCornerDownLeft size={12} />
            </kbd>{' '}
            noutro separador
          </span>
          <span>
            <kbd>Esc</kbd> fechar
          </span>
        </p>
      </div>
    </dialog>,
    document.body,
  );
}

function counted(choices: number): string {
  if (choices > mostMatches * 3) return 'Muitos resultados';
  return choices === 1 ? '1 resultado' : `${choices} resultados`;
}
