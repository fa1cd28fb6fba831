import type { Usage } from '@postern/contracts/plans';
import { countedKeys, switchedKeys } from '@postern/contracts/quota';
import { adminTenantId } from '@postern/contracts/wire';
import type { z } from 'zod';
import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { counters, countMembers } from './usage.store.ts';

/** Keys that are counted in another thing have no number of their own; `resources` and `roles` tell them. */
const countedInOthers: readonly string[] = ['scopesPerResourceLimit', 'scopesPerRoleLimit'];

/** What there is right now, seen by the tenant itself. */
export async function countAll(db: Db, tenantId: string): Promise<z.infer<typeof Usage>> {
  const usage: z.infer<typeof Usage> = {};
  for (const key of [...countedKeys, ...switchedKeys]) {
    const counter = counters[key];
    if (counter && !countedInOthers.includes(key)) {
      const used = await counter(db, tenantId, undefined);
      usage[key] = key.endsWith('Enabled') ? used > 0 : used;
    }
  }
  return usage;
}

export const membersOf = (app: App, tenantId: string) =>
  app.tenancy.read(adminTenantId, (db) => countMembers(db, tenantId));
