import * as z from 'zod/mini';

/** The kind of a refusal, for programs; `message` is for people. */
export const problemCodes = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'no_consultant',
  'not_active',
  'not_found',
  'taken',
  'overlap',
  'cycle',
  'in_use',
  'stale',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
  'unavailable',
  'internal',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

export const fieldError = z.object({ field: z.string(), message: z.string() });

export type FieldError = z.infer<typeof fieldError>;

/** The body of every error answer. The message is Portuguese and can be shown. */
export const problemBody = z.object({
  message: z.string(),
  code: z.enum(problemCodes),
  errors: z.optional(z.array(fieldError)),
});

export type ProblemBody = z.infer<typeof problemBody>;

/** A schema's errors by field, only the first one of each. */
export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  const byField = new Map<string, string>();
  for (const issue of error.issues) {
    const named =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: 'Campo desconhecido' }))
        : [{ field: issue.path.join('.'), message: issue.message }];
    for (const { field, message } of named) if (!byField.has(field)) byField.set(field, message);
  }
  return [...byField].map(([field, message]) => ({ field, message }));
}
