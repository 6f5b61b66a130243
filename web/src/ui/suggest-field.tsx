import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Combobox, VisuallyHidden, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type QueryKey, type UseQueryOptions, keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import styles from './suggest-field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** The debounce of suggestions after a key press, in milliseconds. */
const pause = 150;

/** How long suggestions are cached, in milliseconds. */
const fresh = 30_000;

interface Suggested {
  /** The field's value once this is picked. */
  code: string;
  name: string;
  /** A remark beside the name, such as the status. */
  note?: string | undefined;
}

interface SuggestFieldProps<Item, Key extends QueryKey> extends Omit<TextFieldProps, 'value' | 'onChange' | 'type'> {
  value?: string;
  onChange: (value: string) => void;
  /** The query for suggestions, the best first. When it fails there are none, and any code can still be typed. */
  suggest: (text: string) => UseQueryOptions<Item[], Error, Item[], Key>;
  describe: (item: Item) => Suggested;
  /** One of many, in a sheet: asks only while somebody types in it, says nothing below, and leaves the arrow keys until there are suggestions. */
  brief?: boolean;
  /** Called with the value once it is known to be somebody's code, and with undefined when it is not. */
  onMeant?: ((code: string | undefined) => void) | undefined;
}

/** A code field with suggestions by code or name; shows below whose code it is. */
export function SuggestField<Item, Key extends QueryKey>(props: SuggestFieldProps<Item, Key>) {
  const { value = '', onChange, suggest, describe, brief = false, onMeant, description, ...rest } = props;
  const { onBlur, onKeyDown, ...others } = rest;
  const ownId = useId();
  const id = others.id ?? ownId;
  const typed = value.trim();
  const [text] = useDebouncedValue(typed, pause);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const { data, isFetching, isError } = useQuery({
    ...suggest(text),
    enabled: text !== '' && (open || !brief),
    placeholderData: keepPreviousData,
    staleTime: fresh,
    retry: false,
  });

  const choices = typed === '' || isError || (brief && !open) ? [] : (data ?? []).map(describe);
  const searching = typed !== text || isFetching;
  const tellMeant = useEffectEvent((code: string | undefined) => onMeant?.(code));
  const activeIndex = choices.findIndex(({ code }) => code === active);
  const meant = choices.find(({ code }) => code.toLowerCase() === typed.toLowerCase());
  const opened = open && typed !== '' && (choices.length > 0 || searching || !isError);
  const expanded = opened && choices.length > 0;
  const message = searching ? 'A procurar…' : 'Ninguém com este código ou nome';

  useEffect(() => tellMeant(meant?.code), [meant?.code]);

  const store = useCombobox({ opened, onOpenedChange: setOpen });

  const aria = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': expanded,
    'aria-controls': expanded ? `${id}-list` : undefined,
    'aria-activedescendant': expanded && activeIndex >= 0 ? `${id}-${activeIndex}` : undefined,
  } as const;

  function pick(code: string) {
    onChange(code);
    setOpen(false);
  }

  function step(by: 1 | -1) {
    const from = open && activeIndex >= 0 ? activeIndex : by > 0 ? -1 : choices.length;
    setOpen(true);
    setActive(choices.at((from + by) % choices.length)?.code);
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    const choice = expanded ? choices[activeIndex] : undefined;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (brief && !opened) return;
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && choice) {
      event.preventDefault();
      pick(choice.code);
    } else if (event.key === 'Enter') {
      // Enter submits what was typed, not a suggestion.
      setOpen(false);
    } else if (event.key === 'Escape' && opened) {
      // Escape closes the suggestions only, not what is around the field.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  }

  return (
    <div className={styles.root} data-vacant={(!brief && !meant && !description && !others.error) || undefined}>
      <Combobox
        store={store}
        width="max-content"
        position="bottom-start"
        offset={4}
        shadow="md"
        keepMounted={false}
        // Outside the table's scroll container, but inside the main landmark.
        portalProps={{ target: store.targetRef.current?.closest('main') ?? document.body }}
        // The list grows while open: let it flip to where there is room.
        preventPositionChangeWhenVisible={false}
        onOptionSubmit={pick}
      >
        <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
          <TextField
            {...others}
            {...aria}
            id={id}
            description={
              !brief &&
              (meant || description) && (
                <>
                  <span className={styles.meaning}>{meant && <Meaning {...meant} />}</span>{' '}
                  <span className={styles.hint}>{description}</span>
                </>
              )
            }
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={value}
            onChange={({ currentTarget }) => {
              onChange(currentTarget.value);
              setActive(undefined);
              setOpen(true);
            }}
            onBlur={(event) => {
              setOpen(false);
              onBlur?.(event);
            }}
            onKeyDown={(event) => {
              onKey(event);
              onKeyDown?.(event);
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown className={styles.dropdown}>
          {expanded ? (
            <Combobox.Options id={`${id}-list`} className={styles.list} aria-label="Sugestões">
              {choices.map((choice, index) => (
                <Combobox.Option
                  key={choice.code}
                  id={`${id}-${index}`}
                  ref={index === activeIndex ? bringIntoView : null}
                  className={styles.choice}
                  value={choice.code}
                  aria-selected={index === activeIndex}
                >
                  <span className={styles.code}>{choice.code}</span> <Meaning {...choice} />
                </Combobox.Option>
              ))}
            </Combobox.Options>
          ) : (
            <Combobox.Empty aria-hidden>{message}</Combobox.Empty>
          )}
        </Combobox.Dropdown>
      </Combobox>
      <VisuallyHidden>
        <output>{opened && (expanded ? counted(choices.length) : message)}</output>
      </VisuallyHidden>
    </div>
  );
}

function bringIntoView(choice: HTMLElement | null) {
  choice?.scrollIntoView({ block: 'nearest' });
}

function Meaning({ name, note }: Omit<Suggested, 'code'>) {
  return (
    <span className={styles.name}>
      {name} {note !== undefined && <span className={styles.note}>· {note}</span>}
    </span>
  );
}

function counted(choices: number): string {
  return choices === 1 ? '1 sugestão' : `${choices} sugestões`;
}
