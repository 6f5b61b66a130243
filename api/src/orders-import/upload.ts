import { createHash } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../http/problem.ts';
import type { ArrivingFile } from './load.ts';

export interface UploadedFile extends ArrivingFile {
  /** Takes and drops what is left: a sender that is not heard out does not hear why its file was refused. */
  drain(): Promise<void>;
}

/**
 * The file of a form's field `file`. A sender that is silent for longer than this, in milliseconds, is hung up on, as if it had gone
 * away. Throws a Problem where there is no form (415) or no file in it (400).
 */
export async function receiveFile(request: FastifyRequest, longestSilence: number): Promise<UploadedFile> {
  if (!request.isMultipart()) {
    throw new Problem('unsupported_media_type', 'Envie o ficheiro num formulário multipart, no campo "file".');
  }
  const upload = await fileOf(request);
  const hash = createHash('sha256');
  let size = 0;

  async function* bytes(): AsyncGenerator<Buffer, undefined> {
    for await (const chunk of wholeFile(upload, longestSilence, () => request.raw.destroy())) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
    return undefined;
  }

  const arriving = bytes();
  return {
    // A form may hold a file without a name.
    name: plainName(upload.filename ?? ''),
    bytes: arriving,
    fingerprint: () => ({ size, sha256: hash.digest() }),
    drain: async () => {
      await arriving.return(undefined);
      upload.file.resume();
    },
  };
}

async function fileOf(request: FastifyRequest): Promise<MultipartFile> {
  const upload = await request.file();
  if (upload?.fieldname === 'file') return upload;
  upload?.file.resume();
  throw new Problem('invalid', 'Não seleccionou nenhum ficheiro');
}

/** The file's bytes; throws a Problem where they end too early or go on too long, so that no part passes for the whole. */
async function* wholeFile(
  { file }: MultipartFile,
  longestSilence: number,
  hangUp: () => void,
): AsyncGenerator<Buffer, undefined> {
  const chunks: AsyncIterator<Buffer, undefined> = file.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const silence = setTimeout(hangUp, longestSilence);
      const { value } = await chunks.next().finally(() => clearTimeout(silence));
      if (!value) break;
      yield value;
    }
  } catch {
    throw new Problem('invalid', 'O envio do ficheiro foi interrompido. Tente novamente.');
  } finally {
    await chunks.return?.();
  }
  if (file.truncated) throw new Problem('too_large', 'O ficheiro é maior do que 1 GiB.');
  return undefined;
}

const longestName = 200;
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A file's name as it is kept: without folders, and without what does not show. */
function plainName(name: string): string {
  const [last = ''] = name.split(/[/\\]/).slice(-1);
  const plain = [...last.replaceAll(unseen, '').trim()].slice(0, longestName).join('').trim();
  return plain || 'ficheiro sem nome';
}
