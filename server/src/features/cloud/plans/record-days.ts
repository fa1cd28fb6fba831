import type { App } from '#platform/app';
import type { Job } from '#platform/jobs/jobs';
import { dayOf } from './bill-days.ts';
import { countAll, membersOf, owned } from './count-usage.ts';
import { listBilledTenants, saveUsedDay } from './days.store.ts';

/** Records what a tenant uses now, so that its bill knows when it began and ended. */
async function recordDay(app: App, tenantId: string, now = new Date()): Promise<void> {
  const { members: tenantMembersLimit } = await membersOf(app, tenantId);
  await app.tenancy.write(tenantId, async (db) => {
    const { usage } = await countAll(db, tenantId);
    await saveUsedDay(db, dayOf(now), owned({ ...usage, tenantMembersLimit }));
  });
}

/** Records all tenants with a bought plan. A tenant in an unreachable region is recorded by the next run. */
export async function recordDays({ signal }: Pick<Job, 'signal'>, app: App): Promise<undefined> {
  for (const tenantId of await app.tenancy.system(listBilledTenants)) {
    signal.throwIfAborted();
    if (app.tenancy.isReachable(tenantId)) {
      await recordDay(app, tenantId);
    }
  }
}
