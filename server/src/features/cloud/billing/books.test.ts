import { accountDeletionApi, meApi } from '@postern/contracts/account/me';
import { billingApi } from '@postern/contracts/cloud/billing';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { eraseStep } from '../tenants/erase.ts';
import { listBooks, sweepBooks } from './books.store.ts';
import { type Person, shop } from './testing.ts';

let app: TestApp;
let store: ReturnType<typeof shop>;
let owner: Person;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  store = shop(app);
  owner = await consoleTokens(app, 'owner');
});
afterAll(() => app.close());

const statement = (text: ReturnType<typeof sql>) => app.app.tenancy.system((db) => text.execute(db));
const books = () => app.app.tenancy.system((db) => listBooks(db, new Date(0), new Date('2999-01-01')));

/** A tenant that bought a plan and canceled it. */
async function formerCustomer(person: Person, customer: Record<string, unknown>): Promise<string> {
  const tenantId = await store.createTenant(person, 'Anna Muster');
  await store.buy(person, tenantId);
  const token = await person.organization(tenantId);
  await app.call(billingApi.cancel, { token, params: { id: tenantId } });
  await statement(sql`update invoices set details = jsonb_set(details, '{customer}', ${JSON.stringify(customer)}::jsonb)
    where tenant_id = ${tenantId}`);
  return tenantId;
}

async function erase(tenantId: string): Promise<void> {
  await statement(sql`update tenant_deletions set requested_at = now() - interval '1 hour'`);
  // Undefined as soon as a step, also one of the job, was the last.
  while (await eraseStep(app.app, tenantId));
}

test('keeps invoices and credit notes of an erased tenant without the person, and the numbers have no gaps', async () => {
  const tenantId = await formerCustomer(owner, { name: 'Anna Muster', address: ['Weg 1'], taxId: null });
  const before = await books();
  expect(before.map(({ number }) => number)).toEqual(['INV-000001', 'CN-000001']);
  const token = await owner.organization(tenantId);
  expect((await app.call(tenantsApi.remove, { token, params: { id: tenantId } })).status).toBe(204);
  await erase(tenantId);
  const after = await books();
  expect(after.map(({ details, ...entry }) => entry)).toEqual(before.map(({ details, ...entry }) => entry));
  expect(JSON.stringify(after)).not.toContain('Anna');
  await store.buy(owner, await store.createTenant(owner));
  expect((await books()).map(({ number }) => number)).toEqual(['INV-000001', 'CN-000001', 'INV-000002']);
});

test('keeps a customer with a tax ID as printed, when the account is deleted', async () => {
  const person = await consoleTokens(app, 'leaver');
  const customer = { name: 'Muster GmbH', address: ['Weg 1'], taxId: 'DE123456789' };
  const tenantId = await formerCustomer(person, customer);
  await app.call(meApi.verifyPassword, { token: person.me, body: { password: 'a long enough secret' } });
  expect((await app.call(accountDeletionApi.remove, { token: person.me })).status).toBe(204);
  await erase(tenantId);
  const kept = (await books()).filter((entry) => entry.tenantId === tenantId);
  expect(kept).toMatchObject([{ details: { customer } }, { details: { customer } }]);
});

test('erases the books ten years after the end of the year', async () => {
  const years = (ago: number) => sql`date_trunc('year', now()) - ${ago} * interval '1 year'`;
  const count = async () => (await statement(sql`select from kept_invoices`)).rows.length;
  const all = await count();
  expect(all).toBeGreaterThan(2);
  const numbers = sql`select number from kept_invoices order by number`;
  await statement(sql`update kept_invoices set created_at = ${years(10)} where number in (${numbers} limit 1)`);
  await app.app.tenancy.system(sweepBooks);
  expect(await count()).toBe(all);
  await statement(sql`update kept_invoices set created_at = ${years(10)} - interval '1 second'
    where number in (${numbers} limit 1)`);
  await app.app.tenancy.system(sweepBooks);
  expect(await count()).toBe(all - 1);
});
