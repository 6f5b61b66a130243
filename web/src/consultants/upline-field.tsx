import type { Suggestion } from '@rede/contract/consultants';
import { SuggestField } from '../ui/suggest-field.tsx';
import type { TextFieldProps } from '../ui/text-field.tsx';
import { uplineSuggestions } from './calls.ts';
import { displayOf } from './statuses.ts';

interface UplineFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  value?: string;
  onChange: (value: string) => void;
  /** Called with the value once it is known to be somebody's code. */
  onMeant?: (code: string | undefined) => void;
}

/** The code of an upline, found by code or name. */
export function UplineField(props: UplineFieldProps) {
  return <SuggestField {...props} suggest={uplineSuggestions} describe={describe} />;
}

function describe({ internalId, name, status }: Suggestion) {
  return { code: internalId, name, note: status === null || status === 'ACTIVE' ? undefined : displayOf(status).label };
}
