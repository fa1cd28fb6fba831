import type { Quota } from '@postern/contracts/quota';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { billUsage } from './bill.ts';
import { billDays } from './bill-days.ts';
import { listUsedDays, saveFirstCount, saveUsedDay } from './days.store.ts';
import { recordDays } from './record-days.ts';
import { saveSubscription } from './store.ts';
import { setPlan, type TenantOwner, tenantOwner } from './testing.ts';

const addOns = [
  { name: 'Webhook', unitPrice: 300, quota: { hooksLimit: 1 } },
  { name: 'Multi-factor authentication', unitPrice: 4800, quota: { mfaEnabled: true } },
];
const included = { hooksLimit: 1, mfaEnabled: false } as unknown as Quota;
/** April 2027 has thirty days. */
const april = { start: new Date('2027-04-01T15:00:00Z'), end: new Date('2027-05-01T15:00:00Z') };
const used = (key: string, day: string, most: number, last = most) => ({ key, day, most, last });
const bill = (records: ReturnType<typeof used>[], now: Record<string, number>, period: typeof april = april) =>
  billDays(included, period, { records, now, today: '2027-05-02' }, addOns).map(
    ({ description, quantity, unitPrice }) => [description, quantity, unitPrice],
  );

describe('an add-on', () => {
  test('that was in use for the whole period costs its monthly price', () => {
    expect(bill([used('hooksLimit', '2027-03-01', 3)], { hooksLimit: 3 })).toEqual([['Webhook', 2, 300]]);
    expect(bill([], { hooksLimit: 3, mfaEnabled: 1 })).toEqual([
      ['Webhook', 2, 300],
      ['Multi-factor authentication', 1, 4800],
    ]);
  });

  test('that was created on the last day costs one day', () => {
    expect(bill([used('hooksLimit', '0001-01-01', 0), used('hooksLimit', '2027-04-30', 2)], { hooksLimit: 2 })).toEqual(
      [['Webhook, 1 of 30 days', 1, 10]],
    );
  });

  test('that was removed before the last day costs the days until then', () => {
    const records = [used('mfaEnabled', '2027-03-20', 1), used('mfaEnabled', '2027-04-10', 1, 0)];
    expect(bill(records, { mfaEnabled: 0 })).toEqual([['Multi-factor authentication, 10 of 30 days', 1, 1600]]);
  });

  test('is one line for all units that were in use on the same number of days', () => {
    const records = [used('hooksLimit', '2027-04-01', 2), used('hooksLimit', '2027-04-16', 4)];
    expect(bill(records, { hooksLimit: 4 })).toEqual([
      ['Webhook', 1, 300],
      ['Webhook, 15 of 30 days', 2, 150],
    ]);
  });

  test('costs the days until the end of a plan that was canceled', () => {
    const period = { start: april.start, end: new Date('2027-04-04T09:00:00Z'), wholeEnd: april.end };
    expect(bill([used('hooksLimit', '2027-03-01', 2)], { hooksLimit: 2 }, period)).toEqual([
      ['Webhook, 3 of 30 days', 1, 30],
    ]);
  });

  test('costs the sum of its days for any course of use', () => {
    const count = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(fc.array(count, { minLength: 30, maxLength: 30 }), (counts) => {
        const records = counts.map((most, index) =>
          used('hooksLimit', `2027-04-${String(index + 1).padStart(2, '0')}`, most),
        );
        const lines = billDays(included, april, { records, now: { hooksLimit: 0 }, today: '2027-05-02' }, addOns);
        const days = counts.reduce((sum, one) => sum + Math.max(0, one - 1), 0);
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe((days * 300) / 30);
        expect(lines.every(({ quantity, unitPrice, amount }) => quantity * unitPrice === amount)).toBe(true);
      }),
      { seed: Number(process.env.POSTERN_TEST_SEED ?? 7) },
    );
  });
});

describe('the days of a tenant', () => {
  let app: TestApp;
  let owner: TenantOwner;
  beforeAll(async () => {
    app = await testApp({ EDITION: 'cloud' });
    owner = await tenantOwner(app);
  });
  afterAll(() => app.close());

  test('keep the largest count of a day, and bill only from the first change', async () => {
    const { tenantId } = await owner.tenantOn('pro-202509');
    await setPlan(app, tenantId, 'pro-202509');
    await app.app.tenancy.write(tenantId, async (db) => {
      await saveFirstCount(db, 'hooksLimit', 10);
      await saveFirstCount(db, 'hooksLimit', 99);
      await saveUsedDay(db, '2027-04-29', { hooksLimit: 12 });
      await saveUsedDay(db, '2027-04-29', { hooksLimit: 0 });
    });
    const lines = await billUsage(app.app, tenantId, april);
    expect(lines.filter(({ description }) => description.startsWith('Webhook'))).toMatchObject([
      { description: 'Webhook, 1 of 30 days', quantity: 2, unitPrice: 7, amount: 14 },
    ]);
  });

  test('are recorded for tenants with a bought plan, members included', async () => {
    const { tenantId } = await owner.tenantOn('pro-202509');
    const { tenantId: free } = await owner.tenantOn('free');
    const period = { periodStart: april.start, periodEnd: april.end, cancelAtPeriodEnd: false };
    await app.app.tenancy.system((db) => saveSubscription(db, tenantId, { status: 'active', ...period }));
    await recordDays({ signal: new AbortController().signal }, app.app);
    const recorded = async (id: string) =>
      (await app.app.tenancy.read(id, (db) => listUsedDays(db, '2000-01-01', '2100-01-01'))).map(({ key, last }) => [
        key,
        last,
      ]);
    // The token of the test belongs to a machine.
    expect(await recorded(tenantId)).toEqual(
      expect.arrayContaining([
        ['machineToMachineLimit', 1],
        ['tenantMembersLimit', 1],
      ]),
    );
    expect(await recorded(free)).toEqual([]);
  });
});
