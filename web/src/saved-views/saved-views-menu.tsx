import type { SavedView, ViewedList } from '@rede/contract/saved-views';
import { IconBookmark, IconCheck, IconDeviceFloppy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import OpenMenu, { type MenuChoice } from '../ui/open-menu.tsx';
import { addressOf, viewIdOf, viewOf } from './addresses.ts';
import { deleteView, savedViewsQuery, updateView } from './calls.ts';
import { NameView } from './name-view.tsx';
import styles from './saved-views-menu.module.css';

interface SavedViewsMenuProps {
  list: ViewedList;
  /** The columns that the list shows, and those it has anyway. */
  columns: readonly string[];
  standard: readonly string[];
}

/** The views of a list: chosen, kept under a name, changed and deleted. A default export, for `lazy`. */
export default function SavedViewsMenu({ list, columns, standard }: SavedViewsMenuProps) {
  const { search } = useLocation();
  const { data = [] } = useQuery(savedViewsQuery);
  const views = data.filter((view) => view.list === list);
  const open = views.find(({ id }) => id === viewIdOf(search));
  const shown = columns.join(',');
  const query = viewOf(search, shown === standard.join(',') ? undefined : shown);
  const changed = open !== undefined && viewOf(`?${open.query}`, undefined) !== query;
  const overwriting = useMutation(updateView);
  const [naming, setNaming] = useState<'new' | 'other'>();
  const [deleting, setDeleting] = useState<SavedView>();
  const removing = useMutation(deleteView);
  const [opened, setOpened] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  const choices: MenuChoice[] = [
    { text: 'Guardar como vista nova…', icon: <IconPlus size={16} aria-hidden />, onClick: () => setNaming('new') },
  ];
  if (open?.own && changed) {
    choices.unshift({
      text: `Guardar alterações em «${open.name}»`,
      icon: <IconDeviceFloppy size={16} aria-hidden />,
      onClick: () => overwriting.mutate({ ...open, query }),
    });
  }
  if (open?.own) {
    choices.push(
      {
        text: 'Mudar nome ou partilha…',
        icon: <IconPencil size={16} aria-hidden />,
        onClick: () => setNaming('other'),
      },
      { text: 'Apagar vista…', icon: <IconTrash size={16} aria-hidden />, onClick: () => setDeleting(open) },
    );
  }

  return (
    <>
      <span className={styles.root}>
        <Button
          ref={opener}
          variant="neutral"
          className={styles.button ?? ''}
          leftSection={<IconBookmark size={16} aria-hidden />}
          aria-haspopup="menu"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
          // A press outside closes the menu; the click that follows would open it again.
          onMouseDown={stop}
          onTouchStart={stop}
        >
          <span className={styles.name}>{open === undefined ? 'Vistas' : open.name}</span>{' '}
          {changed && <span className={styles.changed}>alterada</span>}
        </Button>
        {opened && (
          <OpenMenu
            label="Vistas guardadas"
            groups={[views.map((view) => choiceOf(view, open)), choices]}
            onClose={() => {
              setOpened(false);
              opener.current?.focus({ preventScroll: true });
            }}
          />
        )}
      </span>
      {naming === 'new' && <NameView list={list} query={query} onClose={() => setNaming(undefined)} />}
      {naming === 'other' && open && (
        <NameView list={list} query={open.query} view={open} onClose={() => setNaming(undefined)} />
      )}
      <ConfirmDialog
        opened={deleting !== undefined}
        message="Tem certeza que deseja excluir esta vista?"
        subject={deleting?.name}
        confirm="Excluir"
        busy={removing.isPending}
        error={removing.error?.message}
        onConfirm={() => deleting && removing.mutate(deleting.id, { onSuccess: () => setDeleting(undefined) })}
        onCancel={() => {
          removing.reset();
          setDeleting(undefined);
        }}
      />
    </>
  );
}

function choiceOf(view: SavedView, open: SavedView | undefined): MenuChoice {
  const current = view.id === open?.id;
  const note = view.own ? view.shared && 'partilhada' : `de ${view.madeBy}`;
  const Icon = current ? IconCheck : IconBookmark;
  return { text: view.name, to: addressOf(view), current, icon: <Icon size={16} aria-hidden />, ...(note && { note }) };
}

function stop(event: SyntheticEvent): void {
  event.stopPropagation();
}
