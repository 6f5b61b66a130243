import { useState } from 'react';
import { formatMoney, parseMoney } from '../lib/money.ts';
import styles from './money-field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface MoneyFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'type'> {
  /** A wire amount; text that is no amount is passed on as typed. */
  value?: string;
  onChange: (value: string) => void;
}

/** An amount in euros, typed freely; formatted as `1 234,50` on blur. */
export function MoneyField({ value = '', onChange, onBlur, ...others }: MoneyFieldProps) {
  const [typed, setTyped] = useState<string>();
  const amount = parseMoney(value);
  const shown = typed ?? (amount === undefined ? value : formatMoney(amount).replace(/\s?€$/, ''));

  return (
    <TextField
      {...others}
      className={styles.input}
      inputMode="decimal"
      autoComplete="off"
      end={<span aria-hidden>€</span>}
      value={shown}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(parseMoney(currentTarget.value) ?? currentTarget.value);
      }}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
    />
  );
}
