import type { DomainEvent } from '@postern/contracts/events';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { emit } from '#platform/jobs/events';
import { deleteDomain, type StoredDomain } from './store.ts';

/**
 * Changes domains in the home database and tells the audit log of the tenant. The two are one transaction unless the
 * tenant is in a region: then the event is written after the change.
 */
export async function changeDomains<T>(
  { tenancy }: App,
  tenantId: string,
  work: (db: Db) => Promise<{ result: T; event?: DomainEvent | undefined }>,
): Promise<T> {
  const isAtHome = tenancy.regionOf(tenantId) === undefined;
  const { result, event } = await tenancy.home.write(
    tenantId,
    async (db) => {
      const done = await work(db);
      if (done.event && isAtHome) {
        await emit(db, done.event);
      }
      return done;
    },
    { changesSettings: true },
  );
  if (event && !isAtHome) {
    await tenancy.write(tenantId, (db) => emit(db, event));
  }
  return result;
}

/** Returns false if it was deleted before. */
export async function deleteDomainOf(
  app: App,
  tenantId: string,
  { id, domain }: Pick<StoredDomain, 'id' | 'domain'>,
  remove = deleteDomain,
): Promise<boolean> {
  const isDeleted = await changeDomains(app, tenantId, async (db) => {
    const result = await remove(db, id);
    return { result, event: result ? { name: 'Domain.Deleted', subjectId: id, data: { domain } } : undefined };
  });
  // NOTIFY reaches the other nodes a moment later.
  app.domains.forget(domain);
  return isDeleted;
}
