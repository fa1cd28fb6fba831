import { LRUCache } from 'lru-cache';
import { findPeriodUsage } from '#features/records/metering';
import type { App } from '#platform/app';

type Known = { until: number; tokens: Promise<number> };

const freshMs = 10_000;
const maxTenants = 2000;
type Counts = LRUCache<string, Known>;

export const startCounting = async (): Promise<Counts> => new LRUCache<string, Known>({ max: maxTenants });

/** Tokens of the current period, cached for some seconds: limits of hundreds of thousands need no more precision. */
export function countTokens(app: App, tenantId: string): Promise<number> {
  const counts = app.stateOf<Counts>('plans');
  const last = counts.get(tenantId);
  if (last && last.until > Date.now()) {
    return last.tokens;
  }
  const tokens = app.tenancy.read(tenantId, async (db) => (await findPeriodUsage(db, tenantId)).tokens);
  counts.set(tenantId, { until: Date.now() + freshMs, tokens });
  // Failed counts are not cached, so the next request retries.
  tokens.catch(() => counts.delete(tenantId));
  return tokens;
}
