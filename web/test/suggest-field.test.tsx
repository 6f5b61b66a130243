import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Mantine } from '../src/ui/mantine.tsx';
import { SuggestField } from '../src/ui/suggest-field.tsx';
import { setupUser } from './start.tsx';

interface Somebody {
  code: string;
  name: string;
  note?: string;
}

type Find = (text: string, signal: AbortSignal) => Promise<Somebody[]>;

const people: Somebody[] = [
  { code: 'IK7', name: 'Ana Sousa' },
  { code: 'IK70', name: 'Bruno Dias', note: 'Inactivo' },
  { code: 'IK71', name: 'Carla Reis' },
];

const among: Find = async (text) =>
  people.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(text.toLowerCase()));

function show(find: Find, { start = '', error = '' } = {}) {
  const onSubmit = vi.fn<() => void>();
  const suggest = (text: string) =>
    queryOptions({ queryKey: ['somebody', text], queryFn: ({ signal }) => find(text, signal) });
  function Field() {
    const [value, setValue] = useState(start);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <SuggestField
          label="Quem"
          description="Um código."
          error={error}
          value={value}
          onChange={setValue}
          suggest={suggest}
          describe={(somebody) => somebody}
        />
        <button type="submit">Guardar</button>
      </form>
    );
  }
  render(
    <Mantine>
      <QueryClientProvider client={new QueryClient()}>
        <Field />
      </QueryClientProvider>
    </Mantine>,
  );
  return { onSubmit, user: setupUser() };
}

// jsdom lays nothing out, so what hangs on a field counts as hidden with it.
const hidden = true;
const field = () => screen.getByRole('combobox', { name: 'Quem' });
const option = (name: string) => screen.findByRole('option', { name, hidden });
const options = () => screen.queryAllByRole('option', { hidden }).map(({ textContent }) => textContent);

describe('a suggest field', () => {
  test('finds by a part of a name, and says whom the picked code means', async () => {
    const { user } = show(among);

    await user.type(field(), 'dias');
    await user.click(await option('IK70 Bruno Dias · Inactivo'));

    expect(field()).toHaveValue('IK70');
    expect(field()).toHaveFocus();
    expect(options()).toEqual([]);
    await waitFor(() => expect(field()).toHaveAccessibleDescription('Bruno Dias · Inactivo Um código.'));
  });

  test('says whom a code means that is there already, without suggesting anything', async () => {
    show(among, { start: 'ik7' });

    await waitFor(() => expect(field()).toHaveAccessibleDescription('Ana Sousa Um código.'));

    expect(field()).toHaveAttribute('aria-expanded', 'false');
    expect(options()).toEqual([]);
  });

  test('is worked by the keyboard alone: arrows go round, Enter picks and does not send the form', async () => {
    const { user, onSubmit } = show(among);

    await user.type(field(), 'ik7');
    const last = await option('IK71 Carla Reis');
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    expect(field()).not.toHaveAttribute('aria-activedescendant');
    await user.keyboard('{ArrowUp}');
    expect(field()).toHaveAttribute('aria-activedescendant', last.id);
    expect(last).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');

    expect(field()).toHaveValue('IK70');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('chooses nothing while more is typed or composed; an arrow that opens the list chooses at once', async () => {
    const { user, onSubmit } = show(among);

    await user.type(field(), 'ik7');
    await option('IK71 Carla Reis');
    await user.keyboard('{ArrowUp}0');
    await waitFor(() => expect(options()).toEqual(['IK70 Bruno Dias · Inactivo']));
    expect(field()).not.toHaveAttribute('aria-activedescendant');
    await user.keyboard('{Escape}{ArrowDown}');
    const chosen = await option('IK70 Bruno Dias · Inactivo');
    expect(field()).toHaveAttribute('aria-activedescendant', chosen.id);
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });

    expect(field()).toHaveValue('ik70');
    expect(chosen).toBeInTheDocument();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('keeps what is typed: Escape and Tab only close the list, Enter sends it', async () => {
    const { user, onSubmit } = show(among);

    await user.type(field(), 'ik7');
    await option('IK7 Ana Sousa');
    await user.keyboard('{Escape}');
    expect(options()).toEqual([]);
    await user.keyboard('{ArrowDown}');
    expect(options()).toHaveLength(3);
    await user.tab();
    expect(options()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Guardar' })).toHaveFocus();
    await user.type(field(), '0');
    await option('IK70 Bruno Dias · Inactivo');
    await user.keyboard('{Enter}');

    expect(field()).toHaveValue('ik70');
    expect(options()).toEqual([]);
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  test('asks once for what is typed in one go, gives up what is outdated and keeps the list meanwhile', async () => {
    const asked: string[] = [];
    const givenUp: string[] = [];
    const { user } = show(async (text, signal) => {
      asked.push(text);
      signal.addEventListener('abort', () => givenUp.push(text));
      return text === 'ik' ? people : new Promise(() => {});
    });

    await user.type(field(), 'ik');
    await option('IK7 Ana Sousa');
    await user.type(field(), '7');
    await waitFor(() => expect(asked).toEqual(['ik', 'ik7']));
    await user.type(field(), '1');
    await waitFor(() => expect(asked).toEqual(['ik', 'ik7', 'ik71']));

    expect(givenUp).toEqual(['ik7']);
    expect(options()).toHaveLength(3);
  });

  test('says that it looks, and that there is nobody', async () => {
    const answer = Promise.withResolvers<Somebody[]>();
    const { user } = show(() => answer.promise);

    await user.type(field(), 'zé');
    expect(screen.getByRole('status')).toHaveTextContent('A procurar…');
    answer.resolve([]);

    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Ninguém com este código ou nome'));
  });

  test('that finds nothing out is a field like any other', async () => {
    const { user } = show(() => Promise.reject(new Error('Sem rede')));

    await user.type(field(), 'IK7');
    await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());

    expect(field()).toHaveValue('IK7');
    expect(screen.queryByText('Sem rede')).not.toBeInTheDocument();
  });

  test('ties its error to itself, before what it says of the code', async () => {
    show(among, { start: 'IK7', error: 'Código desconhecido' });

    await waitFor(() => expect(field()).toHaveAccessibleDescription('Código desconhecido Ana Sousa Um código.'));
    expect(field()).toBeInvalid();
  });
});
