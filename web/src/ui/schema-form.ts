import { type UseFormReturnType, useForm } from '@mantine/form';
import { type FieldError, fieldErrors } from '@rede/contract/problem';
import { withoutBlanks } from '@rede/contract/values';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { useDraft } from './drafts.ts';

export type Form<Values> = UseFormReturnType<Values>;

/** A form validated by the schema of its request body, with the server's messages. `name` tells several forms of a page apart. */
export function useSchemaForm<Values extends Record<string, unknown>>(
  schema: z.ZodMiniType,
  initialValues: Values,
  name?: string,
): Form<Values> {
  return useForm<Values>({
    ...(name && { name }),
    initialValues,
    validate: (values) => validationErrors(schema, values),
  });
}

/** The form of one record. When the record changes on the same page, its fields follow, but unsaved input is kept, even across a login. */
export function useRecordForm<Values extends Record<string, unknown>>(
  schema: z.ZodMiniType,
  record: Values,
): Form<Values> {
  const form = useSchemaForm(schema, record);
  const { getInitialValues, getValues, setInitialValues, setValues, submitting } = form;
  const serialised = JSON.stringify(record);

  useEffect(() => {
    const latest = JSON.parse(serialised) as Values;
    const before = getInitialValues();
    if (serialised === JSON.stringify(before)) return;
    const typed = Object.entries(getValues()).filter(
      ([field, value]) => !submitting && JSON.stringify(value) !== JSON.stringify(before[field]),
    );
    setInitialValues(latest);
    setValues({ ...latest, ...Object.fromEntries(typed) });
  }, [serialised, submitting, getInitialValues, getValues, setInitialValues, setValues]);

  useDraft<Values>({
    name: 'record',
    typed: () => (form.isDirty() ? getValues() : undefined),
    before: getInitialValues,
    restore: setValues,
  });

  return form;
}

/** The fields of a filter form. They follow the applied filter, which Back or a link may change. */
export function useFilterForm<Values extends Record<string, string>>(
  schema: z.ZodMiniType,
  applied: Values,
): Form<Values> {
  const form = useSchemaForm(schema, applied);
  const { setValues } = form;
  const serialised = JSON.stringify(applied);

  useEffect(() => setValues(JSON.parse(serialised) as Values), [serialised, setValues]);

  return form;
}

/** Field errors in the form library's format. */
export function byField(errors: readonly FieldError[]): Record<string, string> {
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}

/** What is wrong with values, by field, in the server's words. */
export function validationErrors(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const { error } = schema.safeParse(withoutBlanks(values));
  return error ? byField(fieldErrors(error)) : {};
}
