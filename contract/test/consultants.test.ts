import { expect, test } from 'vitest';
import { consultantBody, hasNifCheckDigit } from '../src/consultants.ts';
import { fieldErrors } from '../src/problem.ts';
import { withoutBlanks } from '../src/values.ts';

const ana = {
  name: 'Ana',
  email: 'ana@exemplo.pt',
  taxId: '501964843',
  internalId: 'IK1',
  parentId: 'IK0',
  createdAt: '2026-01-01',
  status: 'ACTIVE',
};

function complaints(given: object) {
  const parsed = consultantBody.safeParse(withoutBlanks(given));
  return parsed.success ? [] : fieldErrors(parsed.error);
}

// Public bodies' and companies' NIFs; the last two have a remainder of 0 and 1, where the check digit is 0.
test.each(['501964843', '500100144', '123456789', '600000001', '100000010', '100000070'])(
  '%s carries its check digit',
  (nif) => {
    expect(hasNifCheckDigit(nif)).toBe(true);
  },
);

test('of the ten digits that a NIF may end in, exactly one is right', () => {
  const endings = ['50196484', '12345678', '10000001', '10000007', '99999999'].map((first) =>
    [...'0123456789'].filter((last) => hasNifCheckDigit(first + last)),
  );

  expect(endings.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
});

test('a NIF typed in groups is kept without them; another country’s tax id is taken as it is', () => {
  expect(consultantBody.parse({ ...ana, taxId: ' 501 964 843 ' }).taxId).toBe('501964843');
  expect(consultantBody.parse({ ...ana, taxId: 'DE 123 456 788' }).taxId).toBe('DE 123 456 788');
  expect(consultantBody.parse({ ...ana, taxId: '12345678' }).taxId).toBe('12345678');
  expect(complaints({ ...ana, taxId: '501964844' })).toEqual([{ field: 'taxId', message: 'NIF inválido' }]);
  expect(complaints({ ...ana, taxId: '501 964 844' })).toEqual([{ field: 'taxId', message: 'NIF inválido' }]);
});

test('what is obligatory says so in the form’s words', () => {
  expect(complaints({})).toEqual([
    { field: 'name', message: 'Nome é obrigatório' },
    { field: 'email', message: 'Email é obrigatório' },
    { field: 'taxId', message: 'NIF é obrigatório' },
    { field: 'internalId', message: 'Código IK é obrigatório' },
    { field: 'parentId', message: 'Código Upline é obrigatório' },
    { field: 'createdAt', message: 'Data de Registo é obrigatória' },
    { field: 'status', message: 'Status é obrigatório' },
  ]);
});

test('what is wrong says so in the form’s words, days out of order too', () => {
  const wrong = {
    ...ana,
    name: ' A ',
    email: 'ana@',
    status: 'active',
    startDate: '2026-02-02',
    endDate: '2026-02-01',
  };

  expect(complaints(wrong)).toEqual([
    { field: 'name', message: 'Nome deve ter pelo menos 2 caracteres' },
    { field: 'email', message: 'Email inválido' },
    { field: 'status', message: 'Status inválido' },
    { field: 'endDate', message: 'A Data de Fim não pode ser anterior à Data de Inicio' },
  ]);
});

test.each(['😀', '𝒜', 'A'])('%s is one character and no name', (name) => {
  expect(complaints({ ...ana, name })).toEqual([{ field: 'name', message: 'Nome deve ter pelo menos 2 caracteres' }]);
});

test('control characters are in no text', () => {
  expect(complaints({ ...ana, name: 'Ana\u0000Maria', internalId: 'IK\n1' })).toEqual([
    { field: 'name', message: 'Contém caracteres inválidos' },
    { field: 'internalId', message: 'Contém caracteres inválidos' },
  ]);
});
