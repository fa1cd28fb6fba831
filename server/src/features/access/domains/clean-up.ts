import type { CleanedDomains } from '@postern/contracts/access/domains';
import type { z } from 'zod';
import type { App } from '#platform/app';
import { targetOf } from './allow-domain.ts';
import { enqueueCheck } from './check.ts';
import { deleteDomainOf } from './home.ts';
import { deleteStale, listDomains, listStale } from './store.ts';

/** Deletes the domains that have not been active for this time, and checks the active ones. */
export async function cleanUp(app: App, tenantId: string, days: number): Promise<z.infer<typeof CleanedDomains>> {
  const { home } = app.tenancy;
  targetOf(app.config, tenantId);
  const { all, stale } = await home.read(tenantId, async (db) => ({
    all: await listDomains(db),
    stale: await listStale(db, days),
  }));
  const active = all.filter(({ status }) => status === 'Active');
  let deletedCount = 0;
  let failedCount = 0;
  for (const domain of stale) {
    try {
      const isDeleted = await deleteDomainOf(app, tenantId, domain, (db, id) => deleteStale(db, id, days));
      deletedCount += isDeleted ? 1 : 0;
    } catch (err) {
      app.log.warn({ err, domain: domain.domain }, 'stale domain not deleted');
      failedCount += 1;
    }
  }
  if (active.length > 0) {
    await home.write(tenantId, async (db) => {
      for (const { id } of active) {
        await enqueueCheck(db, id);
      }
    });
  }
  return { scannedCount: all.length, deletedCount, skippedActiveCount: active.length, failedCount };
}
