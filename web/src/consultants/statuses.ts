import type { Status } from '@rede/contract/consultants';

interface StatusDisplay {
  label: string;
  letter: string;
  tone: 'green' | 'red' | 'yellow' | 'grey';
}

const displays: Readonly<Record<Status, StatusDisplay>> = {
  ACTIVE: { label: 'Activo', letter: 'A', tone: 'green' },
  INACTIVE: { label: 'Inactivo', letter: 'I', tone: 'red' },
  SUSPENDED: { label: 'Suspenso', letter: 'S', tone: 'yellow' },
};

/** How to show a status; unknown ones get a grey question mark. */
export function displayOf(status: string): StatusDisplay {
  return (
    (displays as Readonly<Record<string, StatusDisplay>>)[status] ?? {
      label: 'Desconhecido',
      letter: '?',
      tone: 'grey',
    }
  );
}

/** The options of a status field, after an empty one with the label `blank`. */
export function statusChoices(blank: string) {
  const chosen = Object.entries(displays).map(([value, { label }]) => ({ value, label }));
  return [{ value: '', label: blank }, ...chosen];
}
