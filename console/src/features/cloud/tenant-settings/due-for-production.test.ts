import type { Tenant } from '@postern/contracts/cloud/tenants';
import { expect, test } from 'vitest';
import { isDueForProduction } from './due-for-production.ts';

const dayMs = 24 * 3600 * 1000;
const createdAt = '2026-01-01T00:00:00.000Z';
const tenant = { tag: 'development', createdAt, regionName: 'EU' } as Tenant;
const after = (days: number) => Date.parse(createdAt) + days * dayMs;

test('a development tenant is asked to convert after a week', () => {
  expect(isDueForProduction(tenant, after(6.9))).toBe(false);
  expect(isDueForProduction(tenant, after(7.1))).toBe(true);
  expect(isDueForProduction({ ...tenant, tag: 'production' }, after(30))).toBe(false);
  expect(isDueForProduction({ ...tenant, regionName: 'EU_DEV_1' }, after(30))).toBe(false);
});
