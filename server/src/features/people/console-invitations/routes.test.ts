import { tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { administratorInvitationsApi } from '@postern/contracts/people/administrators';
import { consoleInvitationsApi } from '@postern/contracts/people/console-invitations';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { consolePerson } from '#testing/members';
import { lastMessage } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { administratorTokens } from '#testing/tokens';

let app: TestApp;
afterEach(() => app.close());

const readLink = (url: string) => {
  const query = new URL(url).searchParams;
  return { email: query.get('email') ?? '', token: query.get('one_time_token') ?? '' };
};
const inspect = (body: { email: string; token: string }) =>
  app.call(consoleInvitationsApi.inspect, { body, tenantId: adminTenantId });
const unknown = { status: 404, body: { code: 'invitation.link_not_found' } };

test('open source: the link says who invites to what, before anybody signs in, and is not used up', async () => {
  app = await testApp();
  const owner = await administratorTokens(app, 'owner', 'admin');
  const invite = (email: string) =>
    app.call(administratorInvitationsApi.create, { token: owner.token, body: { email, role: 'reader' } });
  const { body } = await invite('ada@example.com');
  const link = readLink(body.url);
  for (const _ of [1, 2]) {
    expect(await inspect(link)).toMatchObject({
      status: 200,
      body: {
        status: 'Pending',
        email: 'ada@example.com',
        tenantName: 'Default',
        role: { id: 'reader' },
        inviterName: 'owner',
        expiresAt: body.expiresAt,
        hasAccount: false,
      },
    });
  }
  // Only the link of this address shows it.
  expect(await inspect({ ...link, email: 'eve@example.com' })).toMatchObject(unknown);
  expect(await inspect({ ...link, token: `${link.token}x` })).toMatchObject(unknown);
  const other = readLink((await invite('other@example.com')).body.url);
  expect(await inspect({ ...other, email: 'ada@example.com' })).toMatchObject(unknown);

  await app.call(administratorInvitationsApi.revoke, { token: owner.token, params: { id: body.id } });
  expect((await inspect(link)).body).toMatchObject({ status: 'Revoked' });
  await app.write(adminTenantId, (db) =>
    sql`update organization_invitations set expires_at = now() where invitee = 'other@example.com'`.execute(db),
  );
  expect((await inspect(other)).body).toMatchObject({ status: 'Expired' });
});

test('cloud: the link names the tenant, and whether its person has an account', async () => {
  app = await testApp({ EDITION: 'cloud' });
  const owner = await consolePerson(app, 'owner');
  const id = await owner.createTenant('Acme');
  const known = await consolePerson(app, 'known');
  const { status } = await app.call(tenantInvitationsApi.create, {
    token: await owner.organization(id),
    params: { id },
    body: { invitee: known.email, roleName: 'admin' },
  });
  expect(status).toBe(201);
  await app.worker.drain();
  const { link } = await lastMessage(app, known.email, adminTenantId);
  expect((await inspect(readLink(link))).body).toMatchObject({
    tenantName: 'Acme',
    role: { id: 'admin' },
    inviterName: 'owner',
    hasAccount: true,
  });
});
