import { describe, expect, test } from 'vitest';
import { debtMessage } from '../src/dashboard/debt-message.ts';
import { absenceInWords, agoInWords, rhythmInWords } from '../src/dashboard/words.ts';

test.each([
  [35, 56, 'encomendava a cada 5 semanas, não encomenda há 8'],
  [10, 30, 'encomendava a cada 10 dias, não encomenda há 4 semanas'],
  [13, 20, 'encomendava a cada 13 dias, não encomenda há 3 semanas'],
  [14, 22, 'encomendava a cada 2 semanas, não encomenda há 3'],
  [17, 26, 'encomendava a cada 2 semanas, não encomenda há 4'],
  [1, 15, 'encomendava todos os dias, não encomenda há 2 semanas'],
])('a rhythm of %d days and a silence of %d is: %s', (rhythm, silence, words) => {
  expect(rhythmInWords(rhythm, silence)).toBe(words);
});

test.each([
  ['2026-04-19', 'há 43 dias'],
  ['2026-05-31', 'há 1 dia'],
  ['2026-06-01', 'hoje'],
  ['2026-06-03', 'daqui a 2 dias'],
])('seen on 2026-06-01, %s is %s', (day, words) => {
  expect(agoInWords(day, '2026-06-01')).toBe(words);
});

describe('a branch on a day', () => {
  const stays = [
    { startDate: '2026-03-10', endDate: '2026-03-19' },
    { startDate: '2026-04-01', endDate: '2026-04-30' },
  ];

  test.each([
    ['2026-03-09', 'entrou a 2026-03-10'],
    ['2026-03-10', undefined],
    ['2026-03-19', undefined],
    ['2026-03-20', 'saiu a 2026-03-20, voltou a 2026-04-01'],
    ['2026-04-30', undefined],
    ['2026-05-01', 'saiu a 2026-05-01'],
  ])('on %s: %s', (day, words) => {
    expect(absenceInWords(stays, day)).toBe(words);
  });
});

describe('the message to who owes', () => {
  const one = { ecommerceId: '1001', createdAt: '2026-05-30', pending: '6.00' };
  const two = { ecommerceId: '1002', createdAt: '2026-04-19', pending: '12.50' };
  const paid = { ecommerceId: '1003', createdAt: '2026-04-20', pending: '0.00' };
  const people = { debtor: 'Ana Maria Sousa', sender: 'Maria Antunes' };

  test('names each order that is not paid, with what is missing, and the sum', () => {
    expect(plain(debtMessage({ ...people, orders: [two, one, paid], total: '18.50' }))).toBe(
      [
        'Olá, Ana! Espero que esteja tudo bem.',
        '',
        'Um lembrete: estas encomendas ainda têm valores por pagar.',
        '',
        '• 1002, de 2026-04-19: 12,50 €',
        '• 1001, de 2026-05-30: 6,00 €',
        '',
        'No total: 18,50 €',
        '',
        'Se entretanto já está tratado, não é preciso fazer mais nada.',
        'Muito obrigado e um abraço,',
        'Maria',
      ].join('\n'),
    );
  });

  test('of one order needs no sum', () => {
    const message = plain(debtMessage({ ...people, orders: [one], total: '6.00' }));

    expect(message).toContain('Um lembrete: esta encomenda ainda tem um valor por pagar.\n\n• 1001');
    expect(message).not.toContain('No total');
  });

  test('adds up to the sum when there are more orders than it lists', () => {
    const message = plain(debtMessage({ ...people, orders: [one], total: '100.00' }));

    expect(message).toContain('• 1001, de 2026-05-30: 6,00 €\n• Outras encomendas: 94,00 €\n\nNo total: 100,00 €');
  });
});

function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
