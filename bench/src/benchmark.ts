import type { Product } from './product.ts';

export interface Benchmark {
  /** How large a network it is measured on, unless asked for otherwise. */
  ordersPerConsultant: number;
  /** Says each row of its tables as soon as it is measured. */
  run: (product: Product, say: (text: string) => void) => Promise<void>;
}
