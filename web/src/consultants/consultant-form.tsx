import { type Consultant, type ConsultantBody, consultantBody } from '@rede/contract/consultants';
import { todayInLisbon } from '@rede/contract/days';
import { withoutBlanks } from '@rede/contract/values';
import { DayField } from '../ui/day-field.tsx';
import { RecordForm } from '../ui/record-form.tsx';
import { useRecordForm } from '../ui/schema-form.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { statusChoices } from './statuses.ts';
import { UplineField } from './upline-field.tsx';

interface ConsultantFormProps {
  label: string;
  /** The consultant to change; absent for a new one. */
  consultant?: Consultant;
  /** Saves the consultant; false means cancelled. */
  save: (body: ConsultantBody) => Promise<boolean | void>;
  onReload?: () => void;
}

export function ConsultantForm({ label, consultant, save, onReload }: ConsultantFormProps) {
  const form = useRecordForm(consultantBody, fieldsOf(consultant));
  const field = form.getInputProps;

  return (
    <RecordForm
      form={form}
      label={label}
      save={(values) =>
        save(consultantBody.parse(withoutBlanks({ id: consultant?.id, ...values, version: consultant?.version })))
      }
      cancelTo="/backoffice/users"
      {...(onReload && { onReload })}
    >
      <TextField label="Nome Completo" autoComplete="off" required {...field('name')} />
      <TextField label="Email" type="email" autoComplete="off" required {...field('email')} />
      <TextField label="NIF" autoComplete="off" required {...field('taxId')} />
      <TextField label="Código IK" autoComplete="off" required {...field('internalId')} />
      <UplineField
        label="Código Upline"
        required
        description={consultant && 'Um código diferente vale a partir de hoje.'}
        {...field('parentId')}
      />
      <DayField label="Data de Registo" required {...field('createdAt')} />
      <DayField label="Data de Inicio" {...field('startDate')} />
      <DayField label="Data de Fim" {...field('endDate')} />
      <SelectField label="Status" choices={statusChoices('Escolha o status')} required {...field('status')} />
    </RecordForm>
  );
}

function fieldsOf(consultant: Consultant | undefined) {
  return {
    name: consultant?.name ?? '',
    email: consultant?.email ?? '',
    taxId: consultant?.taxId ?? '',
    internalId: consultant?.internalId ?? '',
    parentId: consultant?.parentId ?? '',
    createdAt: consultant ? consultant.createdAt : todayInLisbon(),
    startDate: consultant?.startDate ?? '',
    endDate: consultant?.endDate ?? '',
    status: consultant?.status ?? '',
  };
}
