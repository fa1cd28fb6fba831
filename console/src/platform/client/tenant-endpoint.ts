import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { ownEndpoint } from '../config.ts';
import { request } from './request.ts';

const endpoints = new Map<string, Promise<string>>();

/** URL of a tenant's sign-in pages and API, without a trailing slash; fetched once per page load. */
export function tenantEndpoint(tenantId: string): Promise<string> {
  const known = endpoints.get(tenantId) ?? ask(tenantId);
  endpoints.set(tenantId, known);
  known.catch(() => endpoints.delete(tenantId));
  return known;
}

async function ask(tenantId: string): Promise<string> {
  const { data } = await request(tenantsApi.endpointOf, { params: { tenantId } }, { base: ownEndpoint() });
  return data.user.replace(/\/+$/, '');
}
