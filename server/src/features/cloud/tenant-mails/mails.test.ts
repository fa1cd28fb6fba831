import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAsOperator } from '#features/cloud/tenants';
import { type ConsolePerson, consoleMember, consolePerson } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { advance, payInvoice } from '../billing/local/renew.ts';
import { cards, shop } from '../billing/testing.ts';
import { resumeTenant, suspendTenant } from '../operators/suspend.ts';
import { composeMail } from './compose-mail.ts';

let app: TestApp;
let store: ReturnType<typeof shop>;
let owner: ConsolePerson;
let keeper: ConsolePerson;
let helper: ConsolePerson;
let tenantId: string;
let since: Date;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  store = shop(app);
  owner = await consolePerson(app, 'owner');
});
afterAll(() => app.close());
beforeEach(async () => {
  tenantId = await store.createTenant(owner, 'Acme Rockets');
  keeper = await consoleMember(app, tenantId, `keeper_${tenantId}`, 'billing');
  helper = await consoleMember(app, tenantId, `helper_${tenantId}`, 'collaborator');
  await app.worker.drain();
  since = new Date();
});

type Mail = { recipient: string; subject: string; content: string };
async function mails(): Promise<Mail[]> {
  await app.worker.drain();
  const { rows } = await app.app.tenancy.system((db) =>
    sql<Mail>`select recipient, subject, content from mailbox_messages
      where tenant_id = ${adminTenantId} and created_at >= ${since} order by created_at, recipient`.execute(db),
  );
  return rows;
}
const sent = async () => (await mails()).map(({ recipient, subject }) => [recipient, subject]);
const ofSubject = async (part: string) => (await sent()).filter(([, subject]) => subject?.includes(part)).sort();
const toBoth = (subject: string) => [owner.email, keeper.email].sort().map((recipient) => [recipient, subject]);

describe('administrators and people with the billing role', () => {
  test('get one receipt for each payment, with the number of the invoice; collaborators get none', async () => {
    await store.buy(owner, tenantId);
    const [invoice] = await store.invoices(owner, tenantId);
    expect((await sent()).sort()).toEqual(toBoth(`Receipt for invoice ${invoice?.number}`));
    expect((await mails())[0]?.content).toContain('$16.00');
    expect((await mails()).some(({ recipient }) => recipient === helper.email)).toBe(false);
  });

  test('learn that a payment failed and which invoice is open, once, and get a receipt after they paid', async () => {
    await store.buy(owner, tenantId, cards.failsLater);
    await mails();
    since = new Date();
    const later = new Date(Date.now() + 32 * 86_400_000);
    const stuck = new Set<string>();
    while (await advance(app.app, later, stuck)) {
      // Until nothing is due.
    }
    const [open] = await store.invoices(owner, tenantId);
    expect(open?.status).toBe('open');
    expect(await ofSubject('failed')).toEqual(toBoth('A payment for “Acme Rockets” failed'));
    const [failed] = (await mails()).filter(({ subject }) => subject.includes('failed'));
    expect(failed?.content).toContain(`Unpaid: $16.00 (${open?.number})`);
    const { rows } = await app.app.tenancy.system((db) =>
      sql<{ customer: string; reference: string }>`select b.customer, i.reference from billing_customers b
        join invoices i on i.tenant_id = b.tenant_id and i.status = 'open' where b.tenant_id = ${tenantId}`.execute(db),
    );
    await app.app.tenancy.system((db) =>
      sql`update local_customers set card_fails_later = false where reference = ${rows[0]?.customer}`.execute(db),
    );
    await payInvoice(app.app, rows[0]?.customer ?? '', rows[0]?.reference ?? '', later);
    expect(await ofSubject(`${open?.number}`)).toEqual(toBoth(`Receipt for invoice ${open?.number}`));
  });

  test('learn about a suspension with its reason, and about its end', async () => {
    await app.app.tenancy.system((db) => suspendTenant(db, tenantId, 'Spam', 'operator'));
    await mails();
    await app.app.tenancy.system((db) => resumeTenant(db, tenantId, 'operator'));
    expect((await sent()).sort()).toEqual(
      [
        ...toBoth('The tenant “Acme Rockets” is suspended'),
        ...toBoth('The tenant “Acme Rockets” is active again'),
      ].sort(),
    );
    expect((await mails())[0]?.content).toContain('Reason: Spam');
  });
});

test('all members learn that their tenant was deleted', async () => {
  await app.app.tenancy.system((db) => deleteAsOperator(db, tenantId));
  expect((await sent()).sort()).toEqual(
    [owner, keeper, helper].map(({ email }) => [email, 'The tenant “Acme Rockets” was deleted']).sort(),
  );
});

test('a mail is written in the language of its recipient', () => {
  const facts = { tenantName: 'Acme', invoices: [{ number: 'INV-7', amount: 1600, currency: 'usd' }] };
  const { notice } = composeMail({ kind: 'suspended', reason: 'Spam' }, facts, 'de-AT', 'https://x');
  expect(notice.subject).toBe('Der Mandant „Acme“ ist gesperrt');
  expect(notice.lead).toContain('Grund: Spam Offen: 16,00');
});
