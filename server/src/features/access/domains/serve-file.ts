import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { domainOf } from '#platform/tenancy/custom-domains';
import { findServedFile } from './store.ts';

/**
 * Sends the file that a tenant has put at this path of its custom domain. Returns false if there is none. The content is
 * the tenant's, so browsers neither run nor embed it.
 */
export async function sendVerificationFile(app: App, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const domain = domainOf(request);
  const [path = ''] = request.url.split('?');
  if (!domain?.filePaths.includes(path) || (await app.tenants.find(domain.tenantId))?.isSuspended) {
    return false;
  }
  const { hostname } = new URL(domain.origin);
  const file = await app.tenancy.home.read(domain.tenantId, (db) => findServedFile(db, hostname, path));
  if (!file) {
    return false;
  }
  await reply
    .type(`${file.contentType}; charset=utf-8`)
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(file.content);
  return true;
}
