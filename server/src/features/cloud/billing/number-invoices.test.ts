import { billingApi } from '@postern/contracts/cloud/billing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { runPayment } from './apply-event.ts';
import { takeNumber } from './invoices.store.ts';
import { advance } from './local/renew.ts';
import { callback, cards, type Person, shop } from './testing.ts';

const seller = {
  SELLER_NAME: 'Postern GmbH',
  SELLER_ADDRESS: 'Hafenstr. 1|20457 Hamburg|Germany',
  SELLER_TAX_ID: 'DE123456789',
  SELLER_TAX_RATE: '19',
};

let app: TestApp;
let store: ReturnType<typeof shop>;
let owner: Person;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud', ...seller });
  store = shop(app);
  owner = await consoleTokens(app, 'owner');
});
afterAll(() => app.close());

const numbers = async (prefix: string) =>
  (
    await app.app.tenancy.system((db) =>
      sql<{ number: string }>`select number from invoices where number like ${`${prefix}%`} order by number`.execute(
        db,
      ),
    )
  ).rows.map(({ number }) => Number(number.slice(prefix.length)));
const consecutive = (length: number) => Array.from({ length }, (_, index) => index + 1);

async function travel(now: Date, on = app.app): Promise<void> {
  const stuck = new Set<string>();
  for (let steps = 0; steps < 100 && (await advance(on, now, stuck)); steps += 1) {}
}

async function openPortal(tenantId: string) {
  const { body } = await app.call(billingApi.portal, {
    token: await owner.organization(tenantId),
    params: { id: tenantId },
    body: { callbackUrl: callback },
  });
  return body.redirectUri;
}

describe('the number of an invoice', () => {
  test('is consecutive without gaps or duplicates on two nodes at once', async () => {
    const other = await app.another();
    const tenants = await Promise.all(Array.from({ length: 5 }, () => store.createTenant(owner)));
    await Promise.all(tenants.map((tenantId) => store.buy(owner, tenantId)));
    const later = new Date(Date.now() + 70 * 86_400_000);
    await Promise.all([travel(later), travel(later, other.app), travel(later)]);
    await travel(later);
    // Each of them paid immediately and at the start of two more months.
    expect(await numbers('INV-')).toEqual(consecutive(15));
  });

  test('is not used up by a failed transaction', async () => {
    const before = (await numbers('INV-')).length;
    await expect(
      app.app.tenancy.system(async (db) => {
        await takeNumber(db, 'INV-');
        throw new Error('the payment failed');
      }),
    ).rejects.toThrow('the payment failed');
    await store.buy(owner, await store.createTenant(owner));
    expect(await numbers('INV-')).toEqual(consecutive(before + 1));
  });

  test('of a credit note has its own series and references the corrected invoice', async () => {
    const tenantId = await store.createTenant(owner);
    await store.buy(owner, tenantId);
    const [paid] = await store.invoices(owner, tenantId);
    await app.call(billingApi.cancel, { token: await owner.organization(tenantId), params: { id: tenantId } });
    const [credit] = await store.invoices(owner, tenantId);
    expect(credit).toMatchObject({ kind: 'creditNote', number: 'CN-000001', correctsNumber: paid?.number });
    expect(credit?.amountDue).toBeLessThan(0);
    expect(await numbers('CN-')).toEqual([1]);
  });

  test('stays when the invoice is voided, and one credit note corrects it', async () => {
    const tenantId = await store.createTenant(owner);
    await store.buy(owner, tenantId, cards.good);
    const [paid] = await store.invoices(owner, tenantId);
    const takeBack = () =>
      runPayment(app.app, async (db) => {
        await sql`update invoices set status = 'void' where tenant_id = ${tenantId} and amount_due > 0`.execute(db);
        return { changed: [tenantId] };
      });
    await takeBack();
    await takeBack();
    const all = await store.invoices(owner, tenantId);
    expect(all).toHaveLength(2);
    expect(all.find(({ kind }) => kind === 'creditNote')).toMatchObject({
      number: expect.stringMatching(/^CN-\d{6}$/),
      correctsNumber: paid?.number,
      amountDue: -1600,
      lines: [{ description: 'Pro', amount: -1600 }],
    });
    expect(all.find(({ kind }) => kind === 'invoice')).toMatchObject({ number: paid?.number, status: 'void' });
  });
});

describe('an invoice', () => {
  const entered = { name: 'Acme Inc.', address: ['1 Main Street', '12345 Springfield', 'Germany'], taxId: null };

  test('needs name, address and country at checkout; nothing is charged without them', async () => {
    const tenantId = await store.createTenant(owner, 'Fjord');
    const { body } = await store.checkout(owner, { tenantId });
    expect((await store.get(body.redirectUri)).payload).toContain('Tax ID (optional)');
    for (const [field, message] of [
      ['name', 'Enter the name'],
      ['address', 'Enter the address'],
      ['country', 'Enter the country'],
    ] as const) {
      const answer = await store.pay(body.redirectUri, cards.good, { taxId: 'NO 999', [field]: ' ' });
      expect([field, answer.statusCode, answer.payload.includes(message)]).toEqual([field, 422, true]);
      expect(answer.payload).toContain('value="NO 999"');
    }
    expect(await store.invoices(owner, tenantId)).toEqual([]);
  });

  test('shows seller, customer and the included tax', async () => {
    const tenantId = await store.createTenant(owner, 'Fjord');
    await store.buy(owner, tenantId);
    expect((await store.invoices(owner, tenantId))[0]).toMatchObject({
      kind: 'invoice',
      seller: { name: 'Postern GmbH', address: ['Hafenstr. 1', '20457 Hamburg', 'Germany'], taxId: 'DE123456789' },
      customer: entered,
      amountDue: 1600,
      tax: { name: 'VAT', rate: 19, amount: 255 },
    });
  });

  test('uses the address from the portal; earlier invoices do not change', async () => {
    const tenantId = await store.createTenant(owner, 'Fjord');
    await store.buy(owner, tenantId);
    const portal = await openPortal(tenantId);
    expect((await store.post(`${portal}/billing`, { name: '', address: 'x' })).statusCode).toBe(422);
    expect(
      (await store.post(`${portal}/billing`, { name: 'Fjord AS', address: ' ', country: 'Norway' })).statusCode,
    ).toBe(422);
    const saved = await store.post(`${portal}/billing`, {
      name: 'Fjord <AS>',
      address: 'Bryggen 7\r\n5003 Bergen',
      country: 'Norway',
      taxId: 'NO 999',
    });
    expect(saved.headers.location).toContain('said=billingSaved');
    const page = (await store.get(portal)).payload;
    expect(page).toContain('Fjord &#60;AS&#62;');
    await travel(new Date(Date.now() + 32 * 86_400_000));
    const [next, first] = await store.invoices(owner, tenantId);
    expect(next?.customer).toEqual({
      name: 'Fjord <AS>',
      address: ['Bryggen 7', '5003 Bergen', 'Norway'],
      taxId: 'NO 999',
    });
    expect(first?.customer).toEqual(entered);
  });

  test('is a PDF named after its number', async () => {
    const tenantId = await store.createTenant(owner, 'Fjord');
    await store.buy(owner, tenantId);
    const [invoice] = await store.invoices(owner, tenantId);
    const { headers, payload } = await app.admin.inject({
      method: 'GET',
      url: `/api/tenants/${tenantId}/invoices/${invoice?.id}/pdf`,
      headers: { host: 'admin.test', authorization: `Bearer ${await owner.organization(tenantId)}` },
    });
    expect(headers['content-disposition']).toContain(`invoice-${invoice?.number}.pdf`);
    expect(payload.startsWith('%PDF-')).toBe(true);
  });
});
