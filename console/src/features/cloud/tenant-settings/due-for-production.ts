import type { Tenant } from '@postern/contracts/cloud/tenants';

const weekMs = 7 * 24 * 3600 * 1000;

/** Regions for development have no production tenants. */
export const isDueForProduction = ({ tag, createdAt, regionName }: Tenant, now: number): boolean =>
  tag === 'development' && now - Date.parse(createdAt) > weekMs && !regionName.includes('_DEV_');
