/** A column of our own file format, in the order of the model file. */
export interface ModelColumn {
  title: string;
  required?: true;
  /** The values it accepts: Portuguese, for display. */
  takes: string;
  examples: readonly [string, string];
}

/** A code that no consultant has, so that nobody loads the examples by accident. */
const nobody = 'EXEMPLO-APAGUE-ESTA-LINHA';

export const modelColumns: readonly ModelColumn[] = [
  {
    title: 'Número de encomenda',
    required: true,
    takes: 'Texto até 100 caracteres, diferente em cada encomenda',
    examples: ['EXEMPLO-1', 'EXEMPLO-2'],
  },
  {
    title: 'Cupão',
    takes: 'Texto até 100 caracteres. Sem Código IK, o cupão que é o código de um consultor diz de quem é a encomenda',
    examples: ['NATAL10', ''],
  },
  {
    title: 'Data de Encomenda',
    required: true,
    takes: '2026-03-31, 31/03/2026 ou 31-03-2026, com ou sem hora',
    examples: ['2026-03-30', '2026-03-31'],
  },
  {
    title: 'Data de Pagamento',
    takes: 'Como a Data de Encomenda, e não antes dela',
    examples: ['2026-04-02', ''],
  },
  { title: 'Código IK', takes: 'O código de um consultor que já existe', examples: [nobody, nobody] },
  {
    title: 'Valor da Encomenda',
    required: true,
    takes: '1234,50, 1.234,50, 1 234,50 € ou 1,234.50',
    examples: ['1234,50', '89,90'],
  },
  {
    title: 'Valor Pago',
    takes: 'Como o Valor da Encomenda. Vazio, e com Data de Pagamento, está tudo pago',
    examples: ['1000,00', ''],
  },
];

export const modelFileName = 'modelo-encomendas.csv';

/** An empty file to fill in. Semicolons and a byte order mark let a Portuguese Excel open it correctly. */
export function modelFile(): Blob {
  const rows = [
    modelColumns.map(({ title }) => title),
    modelColumns.map(({ examples }) => examples[0]),
    modelColumns.map(({ examples }) => examples[1]),
  ];
  return new Blob([`\uFEFF${rows.map((row) => `${row.join(';')}\r\n`).join('')}`], { type: 'text/csv;charset=utf-8' });
}
