import type { FieldError, ProblemBody, ProblemCode } from '@rede/contract/problem';

const statusOf: Record<ProblemCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  no_consultant: 403,
  not_active: 403,
  not_found: 404,
  taken: 409,
  overlap: 409,
  cycle: 409,
  in_use: 409,
  stale: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

/** A refusal for the caller to read: thrown anywhere, answered by the server's error handler. Any other error is a bug. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly fields: FieldError[] | undefined;

  /**
   * @param message Portuguese, can be shown.
   * @param options.cause For the log: what caused it.
   */
  constructor(code: ProblemCode, message: string, fields?: FieldError[], options?: ErrorOptions) {
    super(message, options);
    this.name = 'Problem';
    this.code = code;
    this.fields = fields;
  }

  get status(): number {
    return statusOf[this.code];
  }

  get body(): ProblemBody {
    return { message: this.message, code: this.code, ...(this.fields ? { errors: this.fields } : {}) };
  }
}

/** A refusal about one field: the message is in the answer and at the field. */
export function fieldProblem(code: ProblemCode, field: string, message: string): Problem {
  return new Problem(code, message, [{ field, message }]);
}

export function invalid(fields: FieldError[]): Problem {
  const [first] = fields;
  return new Problem('invalid', fields.length === 1 && first ? first.message : 'Há campos por corrigir.', fields);
}

export const notFound = (what: string) => new Problem('not_found', `${what} não existe.`);

export const stale = () => new Problem('stale', 'Este registo foi alterado por outra pessoa. Recarregue a página.');

export const unsupportedMediaType = () => new Problem('unsupported_media_type', 'Este tipo de conteúdo não é aceite.');
