import { authnApi } from '@postern/contracts/people/authn';
import type { FastifyRequest } from 'fastify';
import { hasApplicationRole } from '#features/access/roles';
import type { App } from '#platform/app';
import { authenticateFor } from '#platform/http/authenticate';
import type { Caller } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { listRoleNames } from './bulk.store.ts';

type HasuraRequest = { resource: string; unauthorizedRole?: string };

const expectedRole = ({ headers }: FastifyRequest) => [headers['expected-role']].flat()[0];

/** Checks the roles of a person, or of a machine that acts for itself. */
const hasRole = (app: App, tenantId: string, { subject, clientId }: Caller, role: string) =>
  app.tenancy.read(tenantId, async (db) =>
    subject === clientId
      ? hasApplicationRole(db, subject, role)
      : ((await listRoleNames(db, [subject])).get(subject)?.includes(role) ?? false),
  );

/** Whether the caller may use a role. Without a valid token, returns `unauthorizedRole` if there is one. */
export async function authorizeHasura(
  app: App,
  tenantId: string,
  request: FastifyRequest,
  { resource, unauthorizedRole }: HasuraRequest,
) {
  let caller: Caller;
  try {
    caller = await authenticateFor(app, authnApi.hasura, request, tenantId, resource);
  } catch (error) {
    if (unauthorizedRole !== undefined && error instanceof AppError && error.status === 401) {
      return { 'X-Hasura-Role': unauthorizedRole };
    }
    throw error;
  }
  const role = expectedRole(request);
  if (!role || !(await hasRole(app, tenantId, caller, role))) {
    throw new AppError('auth.expected_role_not_found');
  }
  return { 'X-Hasura-User-Id': caller.subject, 'X-Hasura-Role': role };
}
