import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feature } from '#platform/app';
import { type Config, endpointPatterns } from '#platform/config/config';
import { AppError } from '#platform/http/errors';
import { type Asset, createAssets, distFolder, loadAsset } from '#platform/http/pages';
import type { Scope } from '#platform/http/route';

const folder = distFolder('docs');

/** `connect` are the origins that the page may call. */
const policyWith = (connect: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Pages are named `users` or `decisions/0001-…`, so that no name can leave the folder. */
const pageName = /^[\da-z-]+(\/[\da-z-]+)?$/;

/** In a policy, `*` replaces whole labels only, so a tenant ID with a prefix allows the other names of its domain. */
const originsOf = (config: Config) =>
  endpointPatterns(config).map((pattern) => pattern.replace(/[\w-]*\*[\w-]*/, '*').replace(/(?<=[^/])\/(?!\/).*$/, ''));

/** With a prefix, the links of a page get it, so the page is sent as it is and not compressed. */
async function readPage(name: string, { headers, prefix }: FastifyRequest): Promise<Asset | undefined> {
  const path = join(folder, `${name}.html`);
  if (prefix === '') {
    return loadAsset(path, headers['accept-encoding']);
  }
  const page = await loadAsset(path);
  const body = page && Buffer.from(page.body.toString().replaceAll('="/docs/', `="${prefix}/docs/`));
  return body && { body, encoding: undefined, etag: `"${createHash('sha1').update(body).digest('base64url')}"` };
}

function createPages(config: Config) {
  const policy = policyWith([]);
  // The panel of the API reference calls the API of the tenants.
  const apiPolicy = policyWith(originsOf(config));
  return async function sendPage(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    const found = pageName.test(name) ? await readPage(name, request) : undefined;
    const page = found ?? (await readPage('404', request));
    if (!page) {
      throw new AppError('request.not_found');
    }
    reply.code(found ? 200 : 404).headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': name.startsWith('api/') ? apiPolicy : policy,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      etag: page.etag,
    });
    if (found && request.headers['if-none-match'] === page.etag) {
      return reply.code(304).send();
    }
    return reply.headers(page.encoding ? { 'content-encoding': page.encoding } : {}).send(page.body);
  };
}

/** The project's documentation, rendered by `npm run build`, so that it is available offline. */
function docsRoutes({ app, server }: Scope): void {
  const sendAsset = createAssets(join(folder, 'assets'));
  const sendPage = createPages(app.config);
  const rest = (request: FastifyRequest) => (request.params as { '*': string })['*'];
  server.get('/docs', (_request, reply) => reply.redirect('/docs/', 303));
  server.get('/docs/assets/*', (request, reply) => sendAsset(request, reply, rest(request)));
  // Where the panel of the API reference finds the tenants; `*` is the ID of a tenant.
  server.get('/docs/endpoints.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({ endpoints: endpointPatterns(app.config) }),
  );
  server.get('/docs/*', (request, reply) => sendPage(request, reply, rest(request).replace(/\.md$/, '') || 'index'));
}

export const documentation: Feature = { name: 'docs', adminRoutes: docsRoutes };
