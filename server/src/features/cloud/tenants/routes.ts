import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { choosePlace, listRegions, mirrorNow, requireRegionInReach } from '#features/cloud/regions';
import { route, type Scope } from '#platform/http/route';
import { changeRoutes } from './changes.routes.ts';
import { createTenant, requireDevelopmentTenantSlot } from './create.ts';
import { deleteAsMember } from './delete.ts';
import { invitationRoutes, tenantInvitationRoutes } from './invitations.routes.ts';
import { memberRoutes } from './members.routes.ts';
import { getShown, toTenant } from './show.ts';
import { listTenantsOf } from './store.ts';
import { requireFit, updateAsMember } from './update.ts';

export function tenantRoutes(scope: Scope): void {
  route(scope, tenantsApi.list, {
    respond: async ({ app, caller }) =>
      (await app.tenancy.system((db) => listTenantsOf(db, caller.subject))).map(toTenant),
  });

  route(scope, tenantsApi.create, {
    respond: async ({ app, caller, body }) => {
      requireRegionInReach(app, body.regionName);
      const tenant = await app.tenancy.system(async (db) => {
        if (body.tag === 'development') {
          await requireDevelopmentTenantSlot(db, caller.subject, app.config.maxDevelopmentTenants);
        }
        const place = await choosePlace(app.config, db, { ...body, ownerId: caller.subject });
        const { id } = await createTenant(db, app.vault, { ...body, ...place }, caller.subject);
        return getShown(db, id);
      });
      await mirrorNow(app, tenant.id);
      return tenant;
    },
  });

  route(scope, tenantsApi.update, {
    respond: async ({ app, caller, params, body }) => {
      await requireFit(app, params.id, body);
      const tenant = await app.tenancy.system(async (db) => {
        await updateAsMember(db, params.id, body, caller.subject);
        return getShown(db, params.id);
      });
      // NOTIFY reaches the other nodes; this one must drop the old value immediately.
      app.cache.drop(params.id);
      return tenant;
    },
  });

  route(scope, tenantsApi.remove, {
    respond: async ({ app, caller, params }) => {
      await app.tenancy.system((db) => deleteAsMember(db, params.id, caller.subject));
      app.cache.drop(params.id);
    },
  });

  route(scope, tenantsApi.regions, {
    respond: ({ app, caller }) =>
      app.tenancy.system(async (db) => ({ regions: await listRegions(app.config, db, caller.subject) })),
  });

  changeRoutes(scope);
  memberRoutes(scope);
  tenantInvitationRoutes(scope);
  invitationRoutes(scope);
}
