import type { DomainEvent } from '@postern/contracts/events';
import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { emit } from '#platform/events';

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
