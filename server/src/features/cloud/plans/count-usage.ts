import type { SubscriptionUsage } from '@postern/contracts/cloud/plans';
import { addOnKeys, countedKeys, type QuotaKey, switchedKeys } from '@postern/contracts/quota';
import { adminTenantId } from '@postern/contracts/wire';
import { LRUCache } from 'lru-cache';
import { findPeriodUsage } from '#features/records/metering';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { countDomains, counters, countMembers, countScopes } from './usage.store.ts';

type Known = { until: number; number: Promise<number> };

const freshMs = 10_000;
const maxTenants = 2000;
type Counts = LRUCache<string, Known>;

export const startCounting = async (): Promise<Counts> => new LRUCache<string, Known>({ max: maxTenants });

/** A number that is counted again after some seconds. */
export function remembered(app: App, key: string, count: () => Promise<number>): Promise<number> {
  const counts = app.stateOf<Counts>('plans');
  const last = counts.get(key);
  if (last && last.until > Date.now()) {
    return last.number;
  }
  const number = count();
  counts.set(key, { until: Date.now() + freshMs, number });
  // Failed counts are not cached, so the next request retries.
  number.catch(() => counts.delete(key));
  return number;
}

/** Tokens of the current period, cached: limits of hundreds of thousands need no more precision. */
export const countTokens = (app: App, tenantId: string): Promise<number> =>
  remembered(app, tenantId, () =>
    app.tenancy.read(tenantId, async (db) => (await findPeriodUsage(db, tenantId)).tokens),
  );

const largest = (counts: Record<string, number>) => Object.values(counts).reduce((most, one) => Math.max(most, one), 0);

type Counted = Pick<SubscriptionUsage, 'usage' | 'resources' | 'roles'>;

/**
 * Counts the current usage as seen by the tenant: a number or a boolean for each quota key. For limits per resource or
 * role, returns the largest count. Keys without a counter are unused.
 */
export async function countAll(db: Db, tenantId: string): Promise<Counted> {
  const usage: Counted['usage'] = {};
  for (const key of countedKeys) {
    usage[key] = (await counters[key]?.(db, tenantId, undefined)) ?? 0;
  }
  for (const key of switchedKeys) {
    usage[key] = ((await counters[key]?.(db, tenantId, undefined)) ?? 0) > 0;
  }
  const { resources, roles } = await countScopes(db, tenantId);
  const { activeUsers, tokens } = await findPeriodUsage(db, tenantId);
  const perOther = { scopesPerResourceLimit: largest(resources), scopesPerRoleLimit: largest(roles) };
  return { usage: { ...usage, ...perOther, mauLimit: activeUsers, tokenLimit: tokens }, resources, roles };
}

export const domainsOf = (app: App, tenantId: string) => app.tenancy.home.read(tenantId, countDomains);

export const membersOf = (app: App, tenantId: string) =>
  app.tenancy.read(adminTenantId, (db) => countMembers(db, tenantId));

/** Usage of things that are billed for as long as they exist. Tokens are consumed instead. */
export const owned = (usage: Counted['usage']): Partial<Record<QuotaKey, number>> =>
  Object.fromEntries(
    addOnKeys.flatMap((key) => (key === 'tokenLimit' || usage[key] === undefined ? [] : [[key, Number(usage[key])]])),
  );
