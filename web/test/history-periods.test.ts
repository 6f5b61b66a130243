import { expect, test } from 'vitest';
import { daysGiven } from '../src/history/periods.ts';

test('periods, named by their uplines, leave days to another by ending before it, beginning after it, both, or being deleted', () => {
  const others = [
    { parentId: 'A', upline: { id: 1, name: 'Ana Sousa' }, startDate: '2024-01-01', endDate: '2024-03-31' },
    { parentId: 'B', upline: null, startDate: '2024-05-01', endDate: '2024-05-31' },
    { parentId: 'C', upline: { id: 3, name: 'Carla Reis' }, startDate: '2024-06-01', endDate: null },
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
      'Ana Sousa (A), 2024-01-01 a 2024-03-31: passa a acabar em 2024-03-30',
      'B, 2024-05-01 a 2024-05-31: é apagado',
      'Carla Reis (C), 2024-06-01 em diante: passa a começar em 2024-07-01',
    ],
    ['Ana Sousa (A), 2024-01-01 a 2024-03-31: fica em dois, até 2024-01-31 e desde 2024-03-01'],
    [
      'Ana Sousa (A), 2024-01-01 a 2024-03-31: é apagado',
      'B, 2024-05-01 a 2024-05-31: é apagado',
      'Carla Reis (C), 2024-06-01 em diante: é apagado',
    ],
    ['Carla Reis (C), 2024-06-01 em diante: fica em dois, até 2024-06-30 e desde 2024-07-02'],
    [],
  ]);
});
