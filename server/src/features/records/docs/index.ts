import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feature } from '#platform/app';
import { AppError } from '#platform/errors';
import { createAssets, distFolder } from '#platform/pages';
import type { Scope } from '#platform/route';

const folder = distFolder('docs');

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Pages are named `users` or `decisions/0001-…`, so that no name can leave the folder. */
const pageName = /^[\da-z-]+(\/[\da-z-]+)?$/;

const readPage = (name: string) =>
  readFile(join(folder, `${name}.html`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENAMETOOLONG') {
      return undefined;
    }
    throw error;
  });

async function sendPage(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
  const found = pageName.test(name) ? await readPage(name) : undefined;
  const page = found ?? (await readPage('404'));
  if (!page) {
    throw new AppError('request.not_found');
  }
  const { prefix } = request;
  const html = prefix === '' ? page : page.toString().replaceAll('="/docs/', `="${prefix}/docs/`);
  const etag = `"${createHash('sha1').update(html).digest('base64url')}"`;
  reply.code(found ? 200 : 404).headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-cache',
    etag,
  });
  return found && request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(html);
}

/** The project's documentation, rendered by `npm run build`, so that it is available offline. */
function docsRoutes({ server }: Scope): void {
  const sendAsset = createAssets(join(folder, 'assets'));
  const rest = (request: FastifyRequest) => (request.params as { '*': string })['*'];
  server.get('/docs', (_request, reply) => reply.redirect('/docs/', 303));
  server.get('/docs/assets/*', (request, reply) => sendAsset(request, reply, rest(request)));
  server.get('/docs/*', (request, reply) => sendPage(request, reply, rest(request).replace(/\.md$/, '') || 'index'));
}

export const documentation: Feature = { name: 'docs', adminRoutes: docsRoutes };
