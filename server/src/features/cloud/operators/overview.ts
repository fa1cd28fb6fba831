import type { OperatorOverview } from '@postern/contracts/cloud/operators';
import type { App } from '#platform/app';
import { readSums } from './overview.store.ts';

/** The state of the installation for its operators. The home database is up if this call succeeds. */
export async function readOverview({ config, tenancy }: Pick<App, 'config' | 'tenancy'>): Promise<OperatorOverview> {
  const sums = await tenancy.system(readSums);
  const reachable = tenancy.reachable();
  const regions = config.regions
    .filter(({ databaseUrl }) => databaseUrl !== undefined)
    .map(({ id, name, code }) => ({ id, name, isUp: reachable.includes(code) }));
  return { ...sums, regions: [{ id: 'home', name: 'home', isUp: true }, ...regions] };
}
