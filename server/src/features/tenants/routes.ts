import { tenantsApi } from '@postern/contracts/tenants';
import { route, type Scope } from '#platform/route';
import { createTenant, regions } from './create.ts';
import { deleteAsMember } from './delete.ts';
import { erasuresOf } from './erase.ts';
import { invitationRoutes, tenantInvitationRoutes } from './invitations.routes.ts';
import { memberRoutes } from './members.routes.ts';
import { toTenant } from './show.ts';
import { listTenantsOf } from './store.ts';
import { updateAsMember } from './update.ts';

export function tenantRoutes(scope: Scope): void {
  route(scope, tenantsApi.list, {
    respond: async ({ app, caller }) =>
      (await app.tenancy.system((db) => listTenantsOf(db, caller.subject))).map(toTenant),
  });

  route(scope, tenantsApi.create, {
    respond: async ({ app, caller, body }) =>
      toTenant(await app.tenancy.system((db) => createTenant(db, body, caller.subject))),
  });

  route(scope, tenantsApi.update, {
    respond: async ({ app, caller, params, body }) => {
      const tenant = await app.tenancy.system((db) => updateAsMember(db, params.id, body, caller.subject));
      // NOTIFY reaches the other nodes; this one must not serve the old value even for a moment.
      app.cache.drop(params.id);
      return toTenant(tenant);
    },
  });

  route(scope, tenantsApi.remove, {
    respond: async ({ app, caller, params }) => {
      await app.tenancy.system((db) => deleteAsMember(db, params.id, caller.subject));
      app.cache.drop(params.id);
      erasuresOf(app).wake();
    },
  });

  route(scope, tenantsApi.regions, { respond: async () => ({ regions }) });

  memberRoutes(scope);
  tenantInvitationRoutes(scope);
  invitationRoutes(scope);
}
