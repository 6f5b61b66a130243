import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { formatMoney, parseMoney } from '../lib/money.ts';
import styles from './money-field.module.css';

interface MoneyFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
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
    <TextInput
      {...others}
      classNames={{ input: styles.input }}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span aria-hidden>€</span>}
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
