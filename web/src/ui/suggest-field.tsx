import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Combobox, TextInput, type TextInputProps, VisuallyHidden, useCombobox } from '@mantine/core';
import { useDebouncedValue, useId } from '@mantine/hooks';
import { type QueryKey, type UseQueryOptions, keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import styles from './suggest-field.module.css';

/** How long after the last key suggestions are asked for, in milliseconds. */
const pause = 150;

/** How long suggestions may be used again, in milliseconds. */
const fresh = 30_000;

interface Suggested {
  /** What the field holds once this is picked. */
  code: string;
  name: string;
  /** What else should be known before it is picked. */
  note?: string | undefined;
}

interface SuggestFieldProps<Item, Key extends QueryKey> extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  value?: string;
  onChange: (value: string) => void;
  /** What a text may mean, the best first. When it fails nothing is suggested, and any code can still be typed. */
  suggest: (text: string) => UseQueryOptions<Item[], Error, Item[], Key>;
  describe: (item: Item) => Suggested;
}

/** A code, typed or found by a part of it or of a name; below the field stands whom it means. */
export function SuggestField<Item, Key extends QueryKey>(props: SuggestFieldProps<Item, Key>) {
  const { value = '', onChange, suggest, describe, description, onBlur, onKeyDown, ...others } = props;
  const id = useId(others.id);
  const typed = value.trim();
  const [text] = useDebouncedValue(typed, pause);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const { data, isFetching, isError } = useQuery({
    ...suggest(text),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: fresh,
    retry: false,
  });

  const choices = typed === '' || isError ? [] : (data ?? []).map(describe);
  const searching = typed !== text || isFetching;
  const activeIndex = choices.findIndex(({ code }) => code === active);
  const meant = choices.find(({ code }) => code.toLowerCase() === typed.toLowerCase());
  const opened = open && typed !== '' && (choices.length > 0 || searching || !isError);
  const expanded = opened && choices.length > 0;
  const message = searching ? 'A procurar…' : 'Ninguém com este código ou nome';

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
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && choice) {
      event.preventDefault();
      pick(choice.code);
    } else if (event.key === 'Enter') {
      // It is what is typed that is meant, and the form is sent.
      setOpen(false);
    } else if (event.key === 'Escape' && opened) {
      // What the field stands in stays as it is.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  }

  return (
    <>
      <Combobox
        store={store}
        width="max-content"
        position="bottom-start"
        offset={4}
        shadow="md"
        keepMounted={false}
        // Clear of a table's scrolling, and still in the page's main part.
        portalProps={{ target: store.targetRef.current?.closest('main') ?? document.body }}
        // The list grows while it is open: it then goes where there is room for it.
        preventPositionChangeWhenVisible={false}
        onOptionSubmit={pick}
      >
        <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
          <TextInput
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            {...others}
            {...aria}
            id={id}
            classNames={{ root: styles.root }}
            mod={{ vacant: !meant && !description && !others.error }}
            description={
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
    </>
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
