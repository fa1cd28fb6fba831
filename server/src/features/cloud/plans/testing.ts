import { agreedCostsHeader } from '@postern/contracts/wire';
import type { TestApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';

export type Place = { tenantId: string; token: string };

/** Headers of a caller who agrees to any amount. */
export const agreeing = { [agreedCostsHeader]: '999999' };

export const setPlan = (app: TestApp, tenantId: string, planId: string) =>
  app.app.tenancy.system((db) =>
    db.updateTable('tenants').set({ plan_id: planId }).where('id', '=', tenantId).execute(),
  );

/** A user who owns tenants, each with a plan and a token for its management API. */
export async function tenantOwner(app: TestApp) {
  const owner = await consoleTokens(app, 'owner');
  async function tenantOn(planId: string): Promise<Place> {
    const tenantId = await owner.createTenant(`On ${planId}`);
    const token = await app.managementToken(tenantId);
    await setPlan(app, tenantId, planId);
    app.app.cache.drop(tenantId);
    return { tenantId, token };
  }
  return { ...owner, tenantOn };
}
export type TenantOwner = Awaited<ReturnType<typeof tenantOwner>>;
