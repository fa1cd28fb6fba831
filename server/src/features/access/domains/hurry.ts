import type { App } from '#platform/app';
import { enqueueCheck } from './check.ts';
import type { StoredDomain } from './store.ts';

/** Readers wait for these domains, so they are checked sooner than planned. */
const staleMs = 10_000;

export async function hurry({ tenancy }: App, tenantId: string, domains: StoredDomain[]): Promise<void> {
  const now = Date.now();
  const waiting = domains.filter(({ status, checkedAt }) => status !== 'Active' && now - (checkedAt ?? now) > staleMs);
  if (waiting.length > 0) {
    await tenancy.home.write(tenantId, async (db) => {
      for (const { id } of waiting) {
        await enqueueCheck(db, id);
      }
    });
  }
}
