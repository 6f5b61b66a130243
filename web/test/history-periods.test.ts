import { expect, test } from 'vitest';
import { daysGiven } from '../src/history/periods.ts';

test('periods leave days to another by ending before it, beginning after it, both, or being deleted', () => {
  const others = [
    { parentId: 'A', startDate: '2024-01-01', endDate: '2024-03-31' },
    { parentId: 'B', startDate: '2024-05-01', endDate: '2024-05-31' },
    { parentId: 'C', startDate: '2024-06-01', endDate: null },
  ];

  const told = [
    daysGiven(others, { startDate: '2024-03-31', endDate: '2024-06-30' }),
    daysGiven(others, { startDate: '2024-02-01', endDate: '2024-02-29' }),
    daysGiven(others, { startDate: '2024-01-01', endDate: null }),
    daysGiven(others, { startDate: '2024-07-01', endDate: '2024-07-01' }),
    daysGiven(others, { startDate: '2024-04-01', endDate: '2024-04-30' }),
  ];

  expect(told).toEqual([
    [
      'A, 2024-01-01 a 2024-03-31: passa a acabar em 2024-03-30',
      'B, 2024-05-01 a 2024-05-31: é apagado',
      'C, 2024-06-01 em diante: passa a começar em 2024-07-01',
    ],
    ['A, 2024-01-01 a 2024-03-31: fica em dois, até 2024-01-31 e desde 2024-03-01'],
    [
      'A, 2024-01-01 a 2024-03-31: é apagado',
      'B, 2024-05-01 a 2024-05-31: é apagado',
      'C, 2024-06-01 em diante: é apagado',
    ],
    ['C, 2024-06-01 em diante: fica em dois, até 2024-06-30 e desde 2024-07-02'],
    [],
  ]);
});
