import type { Status } from '@rede/contract/consultants';

interface Face {
  label: string;
  letter: string;
  tone: 'green' | 'red' | 'yellow' | 'grey';
}

const faces: Readonly<Record<Status, Face>> = {
  ACTIVE: { label: 'Activo', letter: 'A', tone: 'green' },
  INACTIVE: { label: 'Inactivo', letter: 'I', tone: 'red' },
  SUSPENDED: { label: 'Suspenso', letter: 'S', tone: 'yellow' },
};

/** How a status is shown; one that this version does not know yet is shown as such. */
export function faceOf(status: string): Face {
  return (faces as Readonly<Record<string, Face>>)[status] ?? { label: 'Desconhecido', letter: '?', tone: 'grey' };
}

/** The choices of a status field, after a blank one that says what it stands for. */
export function statusChoices(blank: string) {
  const chosen = Object.entries(faces).map(([value, { label }]) => ({ value, label }));
  return [{ value: '', label: blank }, ...chosen];
}
