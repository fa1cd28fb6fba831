import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PageQuery, Timestamp } from '../fields.ts';
import { TenantParams } from './tenants.ts';

/** What happened to a tenant: its members, invitations, plan and payments. */
export const TenantChange = z.object({
  id: z.string(),
  key: z.string(),
  createdAt: Timestamp,
  /**
   * Null if the product did it itself. The name is empty if the account is gone, and `operator` for the command line.
   * Members of the tenant do not learn which operator it was: id and name are empty.
   */
  actor: z.object({ id: z.string(), name: z.string(), isOperator: z.boolean() }).nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type TenantChange = z.infer<typeof TenantChange>;

export const tenantChangesApi = {
  list: endpoint({
    document: 'cloud',
    tag: 'Tenants',
    method: 'GET',
    path: '/api/tenants/:id/changes',
    summary: 'List changes to the members, invitations, plan and payments of a tenant, newest first.',
    auth: { kind: 'tenant', scope: 'manage:tenant' },
    params: TenantParams,
    query: PageQuery,
    response: z.array(TenantChange),
    paged: 'always',
  }),
} as const;
