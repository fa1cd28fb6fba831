import type { FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { AppError, invalidInput } from '#platform/http/errors';
import { readForm } from '#platform/http/read-form';
import type { Scope } from '#platform/http/route';
import type { RuleSentence } from '#platform/i18n/known-sentences';

export type Upload = { name: string; type: string; body: Buffer };

/** Reserve for the form data around the file. */
const overhead = 16 * 1024;

async function readBody(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  const limit = maxBytes + overhead;
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    throw new AppError('guard.file_size_exceeded');
  }
  const parts: Buffer[] = [];
  let size = 0;
  // The parser of `acceptUploads` passes the stream on; bodies of other types never get here.
  for await (const part of request.body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limit) {
      throw new AppError('guard.file_size_exceeded');
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const invalid = (message: RuleSentence) => invalidInput('files', [{ path: [], message }]);

/**
 * Reads the single file of a form and scans it for malware. Without `types` the caller looks at the content. Called by handlers, so that unauthorized callers are
 * rejected before any byte is stored.
 */
export async function readUpload(
  app: Pick<App, 'scanUpload'>,
  request: FastifyRequest,
  { types, maxBytes }: { types?: readonly string[]; maxBytes: number },
): Promise<Upload> {
  if (!(request.body && typeof request.body === 'object' && Symbol.asyncIterator in request.body)) {
    throw invalid('Send a form (multipart/form-data) with one file named "file".');
  }
  const body = await readBody(request, maxBytes);
  const parts = await readForm(body, request.headers['content-type'] ?? '');
  const [file, ...more] = parts.filter(({ name }) => name === 'file');
  if (file?.fileName === undefined || more.length > 0) {
    throw invalid('Send exactly one file, named "file".');
  }
  if (file.body.length > maxBytes) {
    throw new AppError('guard.file_size_exceeded');
  }
  const type = file.type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (types && !types.includes(type)) {
    throw new AppError('guard.mime_type_not_allowed', { data: { types } });
  }
  await app.scanUpload(file.body);
  return { name: file.fileName, type, body: file.body };
}

/** A scope whose routes accept forms with files; all other routes reject that content type. */
export function acceptUploads(scope: Scope, mount: (inner: Scope) => void): void {
  scope.server.register(async (server) => {
    server.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
    mount({ ...scope, server });
  });
}
