import type { Readable } from 'node:stream';
import { type Access, type Answer, type Checked, type Endpoint, viewedConsultantHeader } from '@rede/contract/endpoint';
import { fieldErrors, problemBody } from '@rede/contract/problem';
import { withoutBlanks } from '@rede/contract/values';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';
import pt from 'zod/v4/locales/pt.js';
import type { Caller } from './caller.ts';
import { invalid, unsupportedMediaType } from './problem.ts';

// Zod's own messages (a number in the place of a text) are Portuguese, too.
z.config(pt());

declare module 'fastify' {
  interface FastifyInstance {
    /** Identifies the caller and checks this kind of access; throws a Problem 401 or 403. */
    identify(request: FastifyRequest, access: Exclude<Access, 'public'>): Promise<Caller>;
  }
  interface FastifyRequest {
    /** Undefined for public calls. */
    caller: Caller | undefined;
  }
}

type Handled<E extends Endpoint> = Checked<E> & {
  caller: E extends { access: 'public' } ? undefined : Caller;
  request: FastifyRequest;
};

type Result<E extends Endpoint> = E extends { download: string } ? Readable : Answer<E>;

/**
 * Registers a call of the contract: access, validation of the whole request (all errors at once), documentation and serialisation. The
 * handler gets validated values; it returns the answer or throws a Problem. For a download it returns a stream of the file's bytes.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Handled<E>) => Promise<Result<E>> | Result<E>,
): void {
  const { access } = endpoint;
  const success = endpoint.status ?? (endpoint.response || endpoint.download ? 200 : 204);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: documentation(endpoint, success),
    // After rate limiting and before the body is read: a caller without access costs little and learns nothing about errors in the request.
    preParsing: async (request) => {
      if (access !== 'public') request.caller = await app.identify(request, access);
    },
    handler: async (request, reply) => {
      if (request.isMultipart() && !endpoint.upload) throw unsupportedMediaType();
      const checked = check(endpoint, request);
      // The compiler cannot follow the endpoint's optional parts through `check`; the types guarantee them.
      const result = await handler({ ...checked, caller: request.caller, request } as unknown as Handled<E>);
      reply.code(success);
      if (endpoint.download) return sendDownload(reply, endpoint.download, result as unknown as Readable);
      return endpoint.response ? result : reply.send();
    },
  });
}

function check(endpoint: Endpoint, request: FastifyRequest): Record<'params' | 'query' | 'body', unknown> {
  const parts = [
    ['params', endpoint.params, request.params],
    ['query', endpoint.query ?? noQuery, withoutBlanks(request.query)],
    ['body', endpoint.body, withoutBlanks(request.body ?? {})],
  ] as const;
  const checked: Record<'params' | 'query' | 'body', unknown> = {
    params: undefined,
    query: undefined,
    body: undefined,
  };
  const errors = parts.flatMap(([part, schema, given]) => {
    if (!schema) return [];
    const parsed = schema.safeParse(given);
    if (!parsed.success) return fieldErrors(parsed.error);
    checked[part] = parsed.data;
    return [];
  });
  if (errors.length > 0) throw invalid(errors);
  return checked;
}

const viewedConsultant = {
  type: 'object',
  properties: {
    [viewedConsultantHeader]: {
      type: 'integer',
      description: 'O id de um consultor: um administrador recebe a resposta que ele receberia',
    },
  },
};

const noQuery = z.strictObject({});

function sendDownload(reply: FastifyReply, fileName: string, bytes: Readable): FastifyReply {
  return reply.type(spreadsheetType).header('content-disposition', `attachment; filename="${fileName}"`).send(bytes);
}

function documentation(endpoint: Endpoint, success: number): FastifySchema {
  const refusals = [400, 429, 503, ...(endpoint.errors ?? []), ...(endpoint.access === 'public' ? [] : [401, 403])];
  return {
    summary: endpoint.summary,
    tags: [
      endpoint.path
        .split('/')
        .slice(2)
        .find((part) => part !== 'v1') ?? 'api',
    ],
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(endpoint.params ? { params: jsonSchema(endpoint.params, 'input') } : {}),
    ...(endpoint.query ? { querystring: jsonSchema(endpoint.query, 'input') } : {}),
    ...(endpoint.access === 'own' && endpoint.method === 'GET' ? { headers: viewedConsultant } : {}),
    ...(endpoint.body ? { body: jsonSchema(endpoint.body, 'input') } : {}),
    ...(endpoint.upload ? { consumes: ['multipart/form-data'], body: fileForm } : {}),
    response: {
      ...Object.fromEntries(refusals.map((status) => [status, problemSchema])),
      [success]: successOf(endpoint),
    },
  };
}

function successOf({ response, download }: Endpoint): Record<string, unknown> {
  if (response) return jsonSchema(response, 'output');
  return download
    ? { content: { [spreadsheetType]: { schema: file } } }
    : { type: 'null', description: 'Sem conteúdo' };
}

const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const file = { type: 'string', format: 'binary' };

const fileForm = { type: 'object', properties: { file }, required: ['file'] };

const problemSchema = jsonSchema(problemBody, 'output');

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
