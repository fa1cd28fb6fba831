import { type OperatorOverview, operatorsApi } from '@postern/contracts/cloud/operators';
import { listInvoices } from '#features/cloud/billing';
import { countChanges, listChanges } from '#features/cloud/tenants';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { changePlan } from './change-plan.ts';
import { createAgreedPlan } from './create-plan.ts';
import { readSums } from './overview.store.ts';
import { listAssignablePlans } from './plans.store.ts';
import { getDetails, toOperated } from './show.ts';
import { countOperated, findOperated, listOperated } from './store.ts';
import { resumeTenant, suspendTenant } from './suspend.ts';

/** The state of the installation for its operators. The home database is up if this call succeeds. */
async function readOverview({ config, tenancy }: Pick<App, 'config' | 'tenancy'>): Promise<OperatorOverview> {
  const sums = await tenancy.system(readSums);
  const reachable = tenancy.reachable();
  const regions = config.regions
    .filter(({ databaseUrl }) => databaseUrl !== undefined)
    .map(({ id, name, code }) => ({ id, name, isUp: reachable.includes(code) }));
  return { ...sums, regions: [{ id: 'home', name: 'home', isUp: true }, ...regions] };
}

async function change(app: App, id: string, work: (db: Db) => Promise<void>) {
  await app.tenancy.system(work);
  // NOTIFY reaches the other nodes; this one must drop the old value immediately.
  app.cache.drop(id);
  return getDetails(app, id);
}

export function operatorRoutes(scope: Scope): void {
  route(scope, operatorsApi.list, {
    respond: ({ app, query, page, total }) =>
      app.tenancy.system(async (db) => {
        if (!page) {
          // `paged: always` guarantees a page.
          return [];
        }
        total(await countOperated(db, query));
        return (await listOperated(db, query, page)).map(toOperated);
      }),
  });

  route(scope, operatorsApi.overview, { respond: ({ app }) => readOverview(app) });

  route(scope, operatorsApi.invoices, {
    respond: ({ app, params, page, total }) =>
      app.tenancy.system(async (db) => {
        if (!page || !(await findOperated(db, params.id))) {
          throw new AppError('entity.not_found');
        }
        const found = await listInvoices(db, params.id, page);
        total(found.total);
        return found.invoices;
      }),
  });

  route(scope, operatorsApi.get, { respond: ({ app, params }) => getDetails(app, params.id) });

  route(scope, operatorsApi.changes, {
    respond: ({ app, params, page, total }) =>
      app.tenancy.system(async (db) => {
        if (!page || !(await findOperated(db, params.id))) {
          throw new AppError('entity.not_found');
        }
        total(await countChanges(db, params.id));
        return listChanges(db, params.id, page);
      }),
  });

  route(scope, operatorsApi.suspend, {
    respond: ({ app, params, body, caller }) =>
      change(app, params.id, (db) => suspendTenant(db, params.id, body.reason, caller.subject)),
  });

  route(scope, operatorsApi.resume, {
    respond: ({ app, params, caller }) => change(app, params.id, (db) => resumeTenant(db, params.id, caller.subject)),
  });

  route(scope, operatorsApi.plans, {
    respond: ({ app }) => app.tenancy.system((db) => listAssignablePlans(db)),
  });

  route(scope, operatorsApi.createPlan, {
    respond: ({ app, body }) => app.tenancy.system((db) => createAgreedPlan(db, body)),
  });

  route(scope, operatorsApi.setPlan, {
    respond: ({ app, params, body }) => change(app, params.id, (db) => changePlan(db, params.id, body)),
  });
}
