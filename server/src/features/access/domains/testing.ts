import { domainsApi } from '@postern/contracts/access/domains';
import type { TestApp } from '#testing/test-app';
import { enqueueCheck } from './check.ts';

/** Runs the check of a domain now and returns the domain. */
export async function checkNow(app: TestApp, tenantId: string, token: string, id: string) {
  await app.worker.drain();
  await app.app.tenancy.home.write(tenantId, (db) => enqueueCheck(db, id));
  await app.worker.drain();
  return (await app.call(domainsApi.get, { tenantId, token, params: { id } })).body;
}

/** Adds a domain whose record is right. */
export async function addDomain(app: TestApp, tenantId: string, token: string, domain: string): Promise<string> {
  const { status, body } = await app.call(domainsApi.create, { tenantId, token, body: { domain } });
  if (status !== 201) {
    throw new Error(JSON.stringify(body));
  }
  await checkNow(app, tenantId, token, body.id);
  return body.id;
}

/** A GET request with a Host header. */
export const getOn = (app: TestApp, host: string, url: string, headers: Record<string, string> = {}) =>
  app.inject(app.core, { method: 'GET', url, headers: { host, ...headers } });

/** The code of a refused call. */
export const codeOf = ({ body }: { body: unknown }) => (body as { code?: string } | undefined)?.code;
