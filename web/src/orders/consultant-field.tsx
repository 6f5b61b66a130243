import type { Suggestion } from '@rede/contract/consultants';
import { SuggestField } from '../ui/suggest-field.tsx';
import type { TextFieldProps } from '../ui/text-field.tsx';
import { consultantSuggestions } from './calls.ts';

interface ConsultantFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'type'> {
  value?: string;
  onChange: (value: string) => void;
}

/** The code of whoever ordered, found by code or name. */
export function ConsultantField(props: ConsultantFieldProps) {
  return <SuggestField {...props} suggest={consultantSuggestions} describe={describe} />;
}

function describe({ internalId, name, status }: Suggestion) {
  const note = { ACTIVE: undefined, INACTIVE: 'Inactivo', SUSPENDED: 'Suspenso' }[status ?? 'ACTIVE'];
  return { code: internalId, name, note };
}
