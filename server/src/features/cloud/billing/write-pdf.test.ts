import { inflateSync } from 'node:zlib';
import { billingApi } from '@postern/contracts/cloud/billing';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { cards, type Person, shop } from './testing.ts';
import { canWrite, writePdf } from './write-pdf.ts';

/** All texts with the font that shows them. */
function textsOf(pdf: Buffer): { font: string; text: string }[] {
  const source = pdf.toString('latin1');
  return [...source.matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, content = '']) => {
    const shown = inflateSync(Buffer.from(content, 'latin1')).toString();
    return [...shown.matchAll(/\/(F\d) \S+ Tf \S+ \S+ Td <([\da-f]*)> Tj/g)].map(([, font = '', hex = '']) => {
      const bytes = Buffer.from(hex, 'hex');
      const text = ['F1', 'F2'].includes(font) ? bytes.toString('latin1') : bytes.swap16().toString('utf16le');
      return { font, text };
    });
  });
}

test('has a cross-reference table that points at its objects', () => {
  const pdf = writePdf('Title', [[{ text: 'One', x: 50, y: 700 }, { lineY: 600 }], [{ text: 'Two', x: 50, y: 700 }]]);
  const source = pdf.toString('latin1');
  const offsets = [...source.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  for (const [index, offset] of offsets.entries()) {
    expect(source.slice(offset).startsWith(`${index + 1} 0 obj`)).toBe(true);
  }
  const start = Number(/startxref\n(\d+)/.exec(source)?.[1]);
  expect(source.slice(start, start + 4)).toBe('xref');
  expect(source.match(/\/Type \/Page /g)).toHaveLength(2);
  expect(textsOf(pdf).map(({ text }) => text)).toEqual(['One', 'Two']);
});

test('shows scripts that PDF readers have fonts for and skips others', () => {
  for (const name of ['Müller & Söhne', 'Łódź', '株式会社テスト', '한국 회사', '公司', 'ООО Ромашка']) {
    expect([name, canWrite(name)]).toEqual([name, true]);
  }
  expect(['شركة', 'บริษัท', '🚀'].map(canWrite)).toEqual([false, false, false]);
  const [shown] = textsOf(writePdf('x', [[{ text: '株式会社テスト', x: 0, y: 0 }]]));
  expect(shown).toEqual({ font: 'F3', text: '株式会社テスト' });
  const polish = writePdf('x', [[{ text: 'Źródło ŁÓDŹ', x: 0, y: 0 }]]);
  expect(polish.toString('latin1')).toContain('/Differences [1 /Zacute /lslash /Lslash]');
  expect(textsOf(polish)[0]?.text).toBe('\u0001ród\u0002o \u0003ÓD\u0001');
});

let app: TestApp;
let store: ReturnType<typeof shop>;
let owner: Person;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud', SELLER_NAME: 'Postern AG', SELLER_TAX_RATE: '8.1' });
  store = shop(app);
  owner = await consoleTokens(app, 'owner');
});
afterAll(() => app.close());

const readPdf = async (tenantId: string, invoiceId: string | undefined, language: string) =>
  app.admin.inject({
    method: 'GET',
    url: `/api/tenants/${tenantId}/invoices/${invoiceId}/pdf`,
    headers: {
      host: 'admin.test',
      authorization: `Bearer ${await owner.organization(tenantId)}`,
      'accept-language': language,
    },
  });

test.each([
  ['en', 'VAT 8.1%', 'Pro, unused time', 'Webhook'],
  ['de', '8,1 % VAT', 'Pro, nicht genutzte Zeit', 'Mehr-Faktor-Anmeldung'],
])('prints the rate of the tax and every line in %s', async (language, tax, rest, addOn) => {
  const tenantId = await store.createTenant(owner);
  await store.buy(owner, tenantId);
  await app.app.tenancy.system((db) =>
    sql`update invoices set lines = lines || ${JSON.stringify([
      { description: 'Pro, unused time', quantity: 1, unitPrice: -100, amount: -100 },
      {
        description: language === 'en' ? 'Webhook' : 'Multi-factor authentication',
        quantity: 1,
        unitPrice: 1,
        amount: 1,
      },
    ])}::jsonb where tenant_id = ${tenantId}`.execute(db),
  );
  const token = await owner.organization(tenantId);
  const headers = { 'accept-language': language };
  const { body } = await app.call(billingApi.invoices, { token, params: { id: tenantId }, headers });
  expect(body[0]?.lines.map(({ description }) => description)).toEqual(['Pro', rest, addOn]);
  const texts = textsOf((await readPdf(tenantId, body[0]?.id, language)).rawPayload).map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining([tax, 'Pro', rest, addOn, 'Acme Inc.', 'Germany']));
});

test.each([
  ['Acme Ltd', 'en', 'Invoice', 'Acme Ltd'],
  ['株式会社テスト', 'de', 'Rechnung', '株式会社テスト'],
  ['شركة', 'en', 'Invoice', undefined],
])('renders the invoice of %s in %s', async (name, language, heading, shown) => {
  const tenantId = await store.createTenant(owner, name);
  const { body } = await store.checkout(owner, { tenantId });
  await store.pay(body.redirectUri, cards.good, shown === undefined ? {} : { name });
  const [invoice] = await store.invoices(owner, tenantId);
  const answer = await readPdf(tenantId, invoice?.id, language);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  const texts = textsOf(answer.rawPayload).map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining([heading, invoice?.number, tenantId, 'Pro']));
  expect(texts.some((text) => text.includes('SANDBOX'))).toBe(true);
  expect(texts.filter((text) => text === '16.00' || text === '16,00').length).toBeGreaterThanOrEqual(3);
  expect(texts.includes(name)).toBe(shown !== undefined);
  // The title of the document contains every script.
  const title = Buffer.from(name, 'utf16le').swap16().toString('hex');
  expect(answer.payload).toContain(title);
});

test('returns 404 for an unknown document', async () => {
  const { body } = await app.call(tenantsApi.list, { token: owner.cloud });
  const id = body[0]?.id ?? '';
  const params = { id, invoiceId: 'nothing' };
  expect((await app.call(billingApi.invoicePdf, { token: await owner.organization(id), params })).status).toBe(404);
});
