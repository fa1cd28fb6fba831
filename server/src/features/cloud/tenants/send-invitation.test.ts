import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consolePerson } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { invitationQueue } from './invitations.store.ts';

/** The platform's own mail connector, with a provider that these tests control. */
let app: TestApp;
let provider: Server;
let tenantId: string;
let token: string;
let status = 204;
const received: { to: string; type: string; payload: Record<string, unknown> }[] = [];

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
    }
    if (status < 400) {
      received.push(JSON.parse(text));
    }
    response.writeHead(status).end();
  });
  await new Promise<void>((ready) => provider.listen(0, '127.0.0.1', ready));
  app = await testApp({ EDITION: 'cloud', ALLOW_PRIVATE_EGRESS: 'true', NODE_ENV: 'production' });
  const owner = await consolePerson(app, 'owner');
  tenantId = await owner.createTenant('Acme');
  token = await owner.organization(tenantId);
});
afterAll(async () => {
  await app.close();
  provider.close();
});

const invite = (invitee: string) =>
  app.call(tenantInvitationsApi.create, { token, params: { id: tenantId }, body: { invitee } });
const connect = async () => {
  const endpoint = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/mail`;
  const { status: created } = await app.call(connectorsApi.create, {
    token: await app.managementToken(adminTenantId),
    tenantId: adminTenantId,
    body: { connectorId: 'http-email', config: { endpoint } },
  });
  expect(created).toBe(200);
};
type MailJob = { attempts: number; isDead: boolean; dueAt: number };
/** The job that sends the message; undefined if nothing is left to send. */
async function mailState(id: string): Promise<MailJob | undefined> {
  const { rows } = await app.app.tenancy.system((db) =>
    sql<MailJob>`select attempts, dead_at is not null as "isDead", due_at as "dueAt" from jobs
      where queue = ${invitationQueue} and payload ->> 'id' = ${id}`.execute(db),
  );
  return rows[0];
}
async function sendDue() {
  await app.app.tenancy.system((db) =>
    sql`update jobs set due_at = now() where queue = ${invitationQueue} and dead_at is null`.execute(db),
  );
  await app.worker.drain();
}

test('rejects invitations if mail cannot be sent', async () => {
  expect(await invite('early@example.com')).toMatchObject({ status: 501, body: { code: 'connector.not_found' } });
  const { body } = await app.call(tenantInvitationsApi.list, { token, params: { id: tenantId } });
  expect(body).toEqual([]);
  await connect();
});

test('retries a failing provider with increasing delays, and then stops', async () => {
  status = 500;
  const { body } = await invite('patient@example.com');
  const id = body[0]?.id ?? '';
  await app.worker.drain();
  const first = await mailState(id);
  expect([first?.attempts, (first?.dueAt ?? 0) > Date.now() + 10_000]).toEqual([1, true]);
  await sendDue();
  const second = await mailState(id);
  expect([second?.attempts, (second?.dueAt ?? 0) > (first?.dueAt ?? 0)]).toEqual([2, true]);
  status = 204;
  await sendDue();
  expect(received).toMatchObject([
    {
      to: 'patient@example.com',
      type: 'OrganizationInvitation',
      payload: {
        link: expect.stringContaining(`http://admin.test/accept/${id}?one_time_token=`),
        invitation: { tenant: 'Acme', product: 'Postern', inviter: expect.stringContaining('owner') },
        organization: { id: `t-${tenantId}`, name: 'Acme' },
        inviter: { primaryEmail: 'owner@example.com' },
      },
    },
  ]);
  expect(await mailState(id)).toBeUndefined();

  status = 500;
  const hopeless = (await invite('hopeless@example.com')).body[0]?.id ?? '';
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await sendDue();
  }
  expect(await mailState(hopeless)).toMatchObject({ attempts: 8, isDead: true });
});

test('returns the error of a failed resend, which does not count toward the limit', async () => {
  status = 500;
  const id = (await invite('again@example.com')).body[0]?.id ?? '';
  await app.worker.drain();
  const resend = () => app.call(tenantInvitationsApi.resend, { token, params: { id: tenantId, invitationId: id } });
  expect(await resend()).toMatchObject({ status: 400, body: { code: 'connector.general' } });
  status = 204;
  expect((await resend()).status).toBe(204);
  expect(received.at(-1)).toMatchObject({ to: 'again@example.com' });
  // It was delivered, so the first message is not retried.
  expect(await mailState(id)).toBeUndefined();
  expect((await resend()).status).toBe(429);
});
