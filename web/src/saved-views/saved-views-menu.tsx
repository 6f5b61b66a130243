import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Menu } from '@mantine/core';
import type { SavedView, ViewedList } from '@rede/contract/saved-views';
import { IconBookmark, IconCheck, IconDeviceFloppy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
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

  return (
    <>
      <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button
            variant="neutral"
            className={styles.button ?? ''}
            leftSection={<IconBookmark size={16} aria-hidden />}
          >
            <span className={styles.name}>{open === undefined ? 'Vistas' : open.name}</span>{' '}
            {changed && <span className={styles.changed}>alterada</span>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label="Vistas guardadas">
          {views.length > 0 && <Menu.Label>Vistas guardadas</Menu.Label>}
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              component={Link}
              to={addressOf(view)}
              leftSection={
                view.id === open?.id ? <IconCheck size={16} aria-hidden /> : <span className={styles.blank} />
              }
              aria-current={view.id === open?.id ? 'true' : undefined}
            >
              {view.name}
              {!view.own && <span className={styles.by}> de {view.madeBy}</span>}
              {view.own && view.shared && <span className={styles.by}> partilhada</span>}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          {open?.own && changed && (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              onClick={() => overwriting.mutate({ ...open, query })}
            >
              Guardar alterações em «{open.name}»
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNaming('new')}>
            Guardar como vista nova…
          </Menu.Item>
          {open?.own && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setNaming('other')}>
                Mudar nome ou partilha…
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setDeleting(open)}
              >
                Apagar vista…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
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
