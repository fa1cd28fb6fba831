import { type Tenant, tenantsApi } from '@postern/contracts/tenants';
import { managementApiIndicator, tenantOrganizationId } from '@postern/contracts/wire';
import { normalizeEmail } from '#features/users';
import { AppError } from '#platform/errors';
import { route, type Scope } from '#platform/route';
import { createTenant, regions } from './create.ts';
import { plans } from './plans.ts';
import {
  findMemberByEmail,
  findPendingInvitee,
  findTenant,
  insertInvitations,
  isMember,
  listMemberScopes,
  listTenantsOf,
  type TenantRow,
} from './store.ts';

const invitationLifetime = 7 * 86_400_000;

function toTenant(row: TenantRow): Tenant {
  const now = new Date();
  const { mauLimit, tokenLimit, isEnterprise } = plans[row.planId] ?? {
    mauLimit: null,
    tokenLimit: null,
    isEnterprise: true,
  };
  return {
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    indicator: managementApiIndicator(row.id),
    subscription: {
      planId: row.planId,
      status: 'active',
      currentPeriodStart: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString(),
      currentPeriodEnd: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
      isEnterprisePlan: isEnterprise ?? false,
      cancelAtPeriodEnd: false,
      upcomingInvoice: null,
    },
    usage: { activeUsers: 0, tokenUsage: 0 },
    quota: { mauLimit, tokenLimit },
    openInvoices: [],
  };
}

export function tenantRoutes(scope: Scope): void {
  route(scope, tenantsApi.list, {
    respond: async ({ app, caller }) =>
      (await app.tenancy.system((db) => listTenantsOf(db, caller.subject))).map(toTenant),
  });

  route(scope, tenantsApi.create, {
    respond: async ({ app, caller, body }) =>
      toTenant(await app.tenancy.system((db) => createTenant(db, body, caller.subject))),
  });

  route(scope, tenantsApi.regions, { respond: async () => ({ regions }) });

  memberRoutes(scope);
}

function memberRoutes(scope: Scope): void {
  route(scope, tenantsApi.memberScopes, async ({ db, params, caller }) => {
    if (caller.subject !== params.userId && !caller.scopes.has('read:member')) {
      throw new AppError('auth.forbidden');
    }
    const organizationId = tenantOrganizationId(params.id);
    if (!(await isMember(db, organizationId, params.userId))) {
      throw new AppError('entity.not_found');
    }
    return listMemberScopes(db, organizationId, params.userId);
  });

  route(scope, tenantsApi.invite, async ({ db, params, body, caller }) => {
    const organizationId = tenantOrganizationId(params.id);
    const emails = [...new Set([body.invitee].flat().map(normalizeEmail))];
    // Whoever may not manage the tenant must not make somebody who may.
    if (body.roleName === 'admin' && !caller.scopes.has('manage:tenant')) {
      throw new AppError('auth.forbidden');
    }
    if (body.expiresAt !== undefined && body.expiresAt <= Date.now()) {
      const details = 'expiresAt must be in the future.';
      throw new AppError('request.invalid_input', { values: { details }, details });
    }
    const member = await findMemberByEmail(db, organizationId, emails);
    if (member) {
      throw new AppError('tenant.already_member', { values: { email: member } });
    }
    const invited = await findPendingInvitee(db, organizationId, emails);
    if (invited) {
      throw new AppError('tenant.invitation_pending', { values: { email: invited } });
    }
    const tenant = await findTenant(db, params.id);
    const expiresAt = new Date(body.expiresAt ?? Date.now() + invitationLifetime);
    const rows = await insertInvitations(db, {
      organizationId,
      inviterId: caller.subject,
      roleId: body.roleName,
      expiresAt,
      emails,
    });
    const late = emails.find((email) => !rows.some(({ invitee }) => invitee === email));
    if (late) {
      throw new AppError('tenant.invitation_pending', { values: { email: late } });
    }
    return rows.map((row) => ({
      ...row,
      organizationId,
      tenantId: params.id,
      tenantName: tenant?.name ?? '',
      tenantTag: tenant?.tag ?? 'development',
      inviter: { id: caller.subject, name: null, primaryEmail: null },
      organizationRoles: [{ id: body.roleName, name: body.roleName }],
      roleName: body.roleName,
      status: 'Pending' as const,
    }));
  });
}
