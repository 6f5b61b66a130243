import type { MultipartFile } from '@fastify/multipart';
import { ordersImport } from '@rede/contract/orders-import';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { loadOrders } from './load.ts';

export function registerOrdersImport({ app, database }: Services): void {
  serve(app, ordersImport.load, async ({ request }) => {
    const upload = await uploadedFile(request);
    const bytes = wholeFile(upload);
    try {
      return await loadOrders(database, bytes);
    } finally {
      // What is left of a file that was refused is taken and dropped: a sender that is not heard out does not hear why.
      void bytes.return(undefined).then(() => upload.file.resume());
    }
  });
}

async function uploadedFile(request: FastifyRequest): Promise<MultipartFile> {
  if (!request.isMultipart()) {
    throw new Problem('unsupported_media_type', 'Envie o ficheiro num formulário multipart, no campo "file".');
  }
  const upload = await request.file();
  if (upload?.fieldname === 'file') return upload;
  upload?.file.resume();
  throw new Problem('invalid', 'Não seleccionou nenhum ficheiro');
}

/** The file's bytes; throws a Problem where they end too early or go on too long, so that no part passes for the whole. */
async function* wholeFile({ file }: MultipartFile): AsyncGenerator<Buffer, undefined> {
  try {
    yield* file.iterator({ destroyOnReturn: false });
  } catch {
    throw new Problem('invalid', 'O envio do ficheiro foi interrompido. Tente novamente.');
  }
  if (file.truncated) throw new Problem('too_large', 'O ficheiro é maior do que 1 GiB.');
  return undefined;
}
