import { type TenantChange, tenantChangesApi } from '@postern/contracts/cloud/tenant-changes';
import type { App } from '#platform/app';
import type { Page } from '#platform/db/paging';
import { route, type Scope } from '#platform/http/route';
import { countChanges, listChanges, listShownReasons } from './changes.store.ts';

/** A change without what only operators may know. */
function forMembers({ actor, data, ...change }: TenantChange, shownReasons: readonly string[]): TenantChange {
  const { reason, ...rest } = data;
  return {
    ...change,
    actor: actor?.isOperator ? { id: '', name: '', isOperator: true } : actor,
    data: typeof reason === 'string' && shownReasons.includes(reason) ? data : rest,
  };
}

const readForMembers = (app: App, tenantId: string, page: Page) =>
  app.tenancy.system(async (db) => {
    const reasons = await listShownReasons(db, tenantId);
    const changes = await listChanges(db, tenantId, page);
    return {
      total: await countChanges(db, tenantId),
      changes: changes.map((change) => forMembers(change, reasons)),
    };
  });

export function changeRoutes(scope: Scope): void {
  route(scope, tenantChangesApi.list, {
    respond: async ({ app, params, page, total }) => {
      if (!page) {
        // `paged: always` gives every call a page.
        return [];
      }
      const found = await readForMembers(app, params.id, page);
      total(found.total);
      return found.changes;
    },
  });
}
