import type { FastifyError, FastifyInstance } from 'fastify';
import { isUnavailable } from '../db/client.ts';
import { notFound, Problem, unsupportedMediaType } from './problem.ts';

const retryAfterSeconds = 2;

/** Turns errors into answers: a Problem as it says; anything else is a 500, with the details in the log only. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const problem = asProblem(error);
    const details = { err: error, method: request.method, route: request.routeOptions.url };
    if (!problem) request.log.error(details, 'unexpected error');
    else if (problem.code === 'unavailable') request.log.warn(details, 'unavailable');
    const { status, body } = problem ?? new Problem('internal', 'Ocorreu um erro inesperado. Tente novamente.');
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    if (status === 503) reply.header('retry-after', retryAfterSeconds);
    return reply.code(status).type('application/json').send(body);
  });
}

function asProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) {
    return new Problem(
      'unavailable',
      'O serviço está temporariamente indisponível. Tente novamente dentro de momentos.',
    );
  }
  switch (statusOf(error)) {
    case 400:
      return new Problem('invalid', 'O pedido não é JSON válido.');
    case 403:
    case 404:
      return notFound('Este endereço');
    case 413:
      return new Problem('too_large', 'O pedido é demasiado grande.');
    case 415:
      return unsupportedMediaType();
    case 429:
      return new Problem('rate_limited', 'Demasiados pedidos. Tente novamente dentro de um minuto.');
    default:
      return undefined;
  }
}

/** The status that fastify itself gives an error. */
function statusOf(error: unknown): number | undefined {
  return error instanceof Error ? (error as Partial<FastifyError>).statusCode : undefined;
}
