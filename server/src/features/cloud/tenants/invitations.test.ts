import { invitationsApi, tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '#platform/jobs/jobs';
import { digestSecret } from '#platform/secrets/ids';
import { type ConsolePerson, consoleMember, consolePerson, consoleRole, trailOf } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { invitationQueue } from './invitations.store.ts';
import { invitationLimits } from './send-invitation.ts';

let app: TestApp;
let owner: ConsolePerson;
let grace: ConsolePerson;
let mallory: ConsolePerson;
let tenantId: string;
let token: string;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  owner = await consolePerson(app, 'owner');
  grace = await consolePerson(app, 'grace');
  mallory = await consolePerson(app, 'mallory');
});
afterAll(() => app.close());
beforeEach(async () => {
  tenantId = await owner.createTenant('Acme');
  token = await owner.organization(tenantId);
  // Resets the daily counters that earlier tests used.
  await app.write(adminTenantId, (db) => sql`delete from throttle_counters`.execute(db));
});

const invite = (body: Record<string, unknown>, by = token, headers: Record<string, string> = {}) =>
  app.call(tenantInvitationsApi.create, {
    token: by,
    params: { id: tenantId },
    body: body as { invitee: string },
    headers,
  });
async function inviteOne(invitee: string, more: Record<string, unknown> = {}) {
  const { status, body } = await invite({ invitee, ...more });
  expect(status).toBe(201);
  return body[0]?.id ?? '';
}
const list = (by = token, query: Record<string, string> = {}) =>
  app.call(tenantInvitationsApi.list, { token: by, params: { id: tenantId }, query });
const onOne = (invitationId: string, id = tenantId) => ({ params: { id, invitationId } });
const revoke = (invitationId: string, by = token, id = tenantId) =>
  app.call(tenantInvitationsApi.revoke, { token: by, ...onOne(invitationId, id), body: { status: 'Revoked' } });
const resend = (invitationId: string, by = token, id = tenantId) =>
  app.call(tenantInvitationsApi.resend, { token: by, ...onOne(invitationId, id) });
const get = (id: string, person = grace) => app.call(invitationsApi.get, { token: person.cloud, params: { id } });
const accept = (id: string, person = grace) =>
  app.call(invitationsApi.accept, { token: person.cloud, params: { id }, body: { status: 'Accepted' } });
const mine = async (person: ConsolePerson, query: Record<string, string> = {}) =>
  (await app.call(invitationsApi.list, { token: person.cloud, query })).body;

async function change(id: string, values: Record<string, Date | string | null>) {
  await app.write(adminTenantId, (db) =>
    db.updateTable('organization_invitations').set(values).where('id', '=', id).execute(),
  );
}
async function setPlan(planId: string) {
  await app.app.tenancy.system((db) =>
    db.updateTable('tenants').set({ plan_id: planId }).where('id', '=', tenantId).execute(),
  );
  app.app.cache.drop(tenantId);
}
const letExpire = (id: string) => change(id, { expires_at: new Date(Date.now() - 1000) });

const forbidden = { status: 403, body: { code: 'auth.forbidden' } };
const notFound = { status: 404, body: { code: 'entity.not_found' } };
const invalidStatus = { status: 422, body: { code: 'invitation.invalid_status' } };
const mismatch = { status: 403, body: { code: 'invitation.email_mismatch' } };

describe('inviting', () => {
  test('a single address', async () => {
    const { status, body } = await invite({ invitee: 'Grace@Example.com' });
    expect(status).toBe(201);
    expect(body).toEqual([
      {
        id: expect.stringMatching(/^[\da-z]{21}$/),
        organizationId: `t-${tenantId}`,
        tenantId,
        tenantName: 'Acme',
        tenantTag: 'development',
        invitee: 'grace@example.com',
        inviter: { id: owner.id, name: null, username: 'owner', primaryEmail: 'owner@example.com' },
        organizationRoles: [{ id: 'collaborator', name: 'collaborator' }],
        roleName: 'collaborator',
        status: 'Pending',
        createdAt: expect.any(Number),
        expiresAt: expect.any(Number),
      },
    ]);
    const days = ((body[0]?.expiresAt ?? 0) - Date.now()) / 86_400_000;
    expect(Math.abs(days - 7)).toBeLessThan(0.01);
    expect(await trailOf(app, 'TenantInvitation.Created', body[0]?.id ?? '')).toHaveLength(1);
  });

  test('a list without duplicates, with role and expiry', async () => {
    const expiresAt = Date.now() + 3_600_000;
    const { body } = await invite({
      invitee: ['two@example.com', 'TWO@example.com', 'one@example.com'],
      roleName: 'admin',
      expiresAt,
    });
    expect(body.map(({ invitee, roleName }) => [invitee, roleName])).toEqual([
      ['two@example.com', 'admin'],
      ['one@example.com', 'admin'],
    ]);
    expect(body[0]?.expiresAt).toBe(expiresAt);
  });

  test('rejects duplicates, and the whole list if one address is rejected', async () => {
    await invite({ invitee: 'known@example.com' });
    const again = await invite({ invitee: ['fresh@example.com', 'KNOWN@example.com'] });
    expect(again).toMatchObject({ status: 422, body: { code: 'tenant.invitation_pending' } });
    expect((again.body as unknown as { message: string }).message).toContain('known@example.com');
    expect((await list()).body.map(({ invitee }) => invitee)).toEqual(['known@example.com']);
  });

  test('attack 38: rejects duplicates in parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite({ invitee: 'race@example.com' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 201)).toMatchObject(
      Array(7).fill({ status: 422, body: { code: 'tenant.invitation_pending' } }),
    );
  });

  test('is possible again after expiry or revocation', async () => {
    await letExpire(await inviteOne('slow@example.com'));
    await revoke(await inviteOne('slow@example.com'));
    await inviteOne('slow@example.com');
    expect((await list()).body.map(({ status }) => status)).toEqual(['Pending', 'Revoked', 'Expired']);
  });

  test('rejects members, but not members of other tenants', async () => {
    const insider = await consoleMember(app, tenantId, `insider_${tenantId}`, 'collaborator');
    expect(await invite({ invitee: insider.email.toUpperCase() })).toMatchObject({
      status: 422,
      body: { code: 'tenant.already_member' },
    });
    await mallory.createTenant('Theirs');
    await inviteOne(mallory.email);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ invitee: 'nobody' }, 'guard.invalid_input'],
    [{ invitee: 'a@b.test\r\nBcc: all@b.test' }, 'guard.invalid_input'],
    [{ invitee: [] }, 'guard.invalid_input'],
    [{ invitee: Array.from({ length: 101 }, (_, n) => `n${n}@example.com`) }, 'guard.invalid_input'],
    [{ invitee: 'x@example.com', roleName: 'owner' }, 'guard.invalid_input'],
    [{ invitee: 'x@example.com', expiresAt: 1e20 }, 'guard.invalid_input'],
    [{ invitee: 'x@example.com', expiresAt: 0 }, 'request.invalid_input'],
    [{ invitee: 'x@example.com', inviterId: 'me' }, 'guard.invalid_input'],
    [{ invitee: 'x@example.com', status: 'Accepted' }, 'guard.invalid_input'],
  ])('rejects %j', async (body, code) => {
    expect(await invite(body)).toMatchObject({ status: 400, body: { code } });
  });
});

describe('the limit of the plan', () => {
  const exceeded = {
    status: 403,
    body: {
      code: 'subscription.limit_exceeded',
      data: { key: 'tenantMembersLimit', limit: expect.any(Number), usage: expect.any(Number) },
    },
  };
  const addresses = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `limit${from + n}@example.com`);

  test('counts members and pending invitations, and frees a place when one ends', async () => {
    const helper = await consoleMember(app, tenantId, `limit_${tenantId}`, 'collaborator');
    // 20 in the development plan: two members leave 18 places.
    expect(await invite({ invitee: addresses(0, 19) })).toMatchObject(exceeded);
    const { body } = await invite({ invitee: addresses(0, 18) });
    expect(body).toHaveLength(18);
    expect(await invite({ invitee: 'one-more@example.com' })).toMatchObject(exceeded);
    await revoke(body[0]?.id ?? '');
    await letExpire(body[1]?.id ?? '');
    await app.call(tenantMembersApi.remove, { token, params: { id: tenantId, userId: helper.id } });
    expect(await invite({ invitee: addresses(20, 24) })).toMatchObject(exceeded);
    expect((await invite({ invitee: addresses(20, 23) })).status).toBe(201);
    expect(await invite({ invitee: 'one-more@example.com' })).toMatchObject(exceeded);
  });

  test('attack 38: holds for thirty parallel invitations', async () => {
    const answers = await Promise.all(addresses(100, 130).map((invitee) => invite({ invitee })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(answers.filter(({ status }) => status !== 201)).toMatchObject(Array(11).fill(exceeded));
  });

  test('is one in the free plan, and unlimited in a paid plan', async () => {
    await setPlan('free');
    expect(await invite({ invitee: 'first@example.com' })).toMatchObject(exceeded);
    await setPlan('pro-202509');
    expect((await invite({ invitee: addresses(0, 60) })).status).toBe(201);
  });
});

describe('the message', () => {
  const messages = async (recipient: string) => {
    await app.worker.drain();
    return app.read(adminTenantId, (db) =>
      db
        .selectFrom('mailbox_messages')
        .select(['template_type as templateType', 'subject', 'link', 'content'])
        .where('recipient', '=', recipient)
        .execute(),
    );
  };

  test('is sent to everyone on the list with a link to accept', async () => {
    const { body } = await invite({ invitee: ['mail-a@example.com', 'mail-b@example.com'] });
    for (const { id, invitee } of body) {
      const found = await messages(invitee);
      expect(found).toMatchObject([
        { templateType: 'OrganizationInvitation', subject: 'Invitation to Acme on Postern' },
      ]);
      const link = new URL(found[0]?.link ?? '');
      expect(link.origin + link.pathname).toBe(`http://admin.test/accept/${id}`);
      expect(link.searchParams.get('email')).toBe(invitee);
      expect(link.searchParams.get('one_time_token')).toMatch(/^\w{20,}$/);
      expect(found[0]?.content).toContain(link.href.replaceAll('&', '&amp;'));
    }
  });

  test('contains inviter, product, tenant and expiry, and no name becomes a link', async () => {
    await app.call(tenantsApi.update, {
      token,
      params: { id: tenantId },
      body: { name: 'Win at https://evil.example/x' },
    });
    await invite({ invitee: 'facts@example.com', expiresAt: Date.UTC(2099, 10, 23, 10, 30) });
    const [mail] = await messages('facts@example.com');
    expect(mail?.content).toContain('owner (owner@example.com) invited you to join the tenant');
    expect(mail?.content).toContain('on Postern');
    expect(mail?.content).toMatch(/valid until November 23, 2099 at 10:30\sAM UTC/);
    expect(mail?.content).not.toContain('evil.example');
    expect(mail?.content.replaceAll('\u200b', '')).toContain('Win at https://evil.example/x');
  });

  test('contains the token of the link, which ends with the invitation', async () => {
    const { body } = await invite({ invitee: 'secret@example.com' });
    const [mail] = await messages('secret@example.com');
    const secret = new URL(mail?.link ?? '').searchParams.get('one_time_token') ?? '';
    expect(JSON.stringify([body, (await list()).body])).not.toContain(secret);
    await revoke(body[0]?.id ?? '');
    const tokens = await app.read(adminTenantId, (db) =>
      db.selectFrom('one_time_tokens').select('status').where('token_digest', '=', digestSecret(secret)).execute(),
    );
    expect(tokens).toEqual([{ status: 'revoked' }]);
  });

  test('uses the language of the inviter', async () => {
    await invite({ invitee: 'german@example.com' }, token, { 'accept-language': 'de' });
    expect(await messages('german@example.com')).toMatchObject([{ subject: 'Einladung zu Acme bei Postern' }]);
    const expiresAt = Date.UTC(2099, 10, 23, 10, 30);
    await invite({ invitee: 'swiss@example.com', expiresAt }, token, { 'accept-language': 'fr-CH' });
    const [mail] = await messages('swiss@example.com');
    expect(mail?.subject).toBe('Invitation à rejoindre Acme sur Postern');
    expect(mail?.content).toMatch(/valable jusqu’au 23 novembre 2099 à 10:30 UTC/);
  });

  test('arrives for two tenants that invite the same person at almost the same time', async () => {
    const second = await mallory.createTenant('Second');
    const by = await mallory.organization(second);
    await Promise.all([
      inviteOne('popular@example.com'),
      app.call(tenantInvitationsApi.create, {
        token: by,
        params: { id: second },
        body: { invitee: 'popular@example.com' },
      }),
    ]);
    await expect
      .poll(async () => new Set((await messages('popular@example.com')).map(({ link }) => link)).size, {
        timeout: 20_000,
      })
      .toBe(2);
  });

  test('is sent by one node only, and not if the invitation has ended', async () => {
    const other = await app.another();
    const ids = [await inviteOne('once@example.com'), await inviteOne('never@example.com')];
    await app.worker.drain();
    await app.write(adminTenantId, (db) => sql`delete from message_counters`.execute(db));
    await app.write(adminTenantId, async (db) => {
      for (const id of ids) {
        await enqueue(db, { queue: invitationQueue, key: id, payload: { id } });
      }
      await db
        .updateTable('organization_invitations')
        .set({ status: 'Revoked' })
        .where('id', '=', ids[1] ?? '')
        .execute();
    });
    await Promise.all([app.worker.drain(), other.worker.drain()]);
    expect(await messages('once@example.com')).toHaveLength(2);
    expect(await messages('never@example.com')).toHaveLength(1);
  });

  test('is resent at most once a minute, for any number of callers', async () => {
    const id = await inviteOne('again@example.com');
    await messages('again@example.com');
    await app.write(adminTenantId, (db) => sql`delete from message_counters`.execute(db));
    const answers = await Promise.all(Array.from({ length: 5 }, () => resend(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 429, 429, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'connector.rate_limit_exceeded' });
    expect(await messages('again@example.com')).toHaveLength(2);
    await change(id, { resent_at: new Date(Date.now() - 61_000) });
    await app.write(adminTenantId, (db) => sql`delete from message_counters`.execute(db));
    expect((await resend(id)).status).toBe(204);
    expect(await messages('again@example.com')).toHaveLength(3);
  });

  test('is not resent for an ended invitation', async () => {
    const [revoked, expired] = [await inviteOne('gone@example.com'), await inviteOne('late@example.com')];
    await revoke(revoked);
    await letExpire(expired);
    for (const id of [revoked, expired]) {
      expect(await resend(id)).toMatchObject(invalidStatus);
    }
  });
});

describe('daily limits', () => {
  const tooManyTo = { status: 429, body: { code: 'invitation.too_many_to_address' } };

  test('allow ten invitations per address, even if each is revoked', async () => {
    for (let time = 0; time < invitationLimits.toAddress; time += 1) {
      await revoke(await inviteOne('flooded@example.com'));
    }
    expect(await invite({ invitee: ['calm@example.com', 'flooded@example.com'] })).toMatchObject(tooManyTo);
    // All or none: the other address was not invited either.
    expect((await list()).body.map(({ invitee }) => invitee)).not.toContain('calm@example.com');
  });

  test('cannot be bypassed with another tenant or person', async () => {
    const other = await mallory.createTenant('Flood');
    const by = await mallory.organization(other);
    for (let time = 0; time < invitationLimits.toAddress; time += 1) {
      await revoke(await inviteOne('shared@example.com'));
    }
    const theirs = await app.call(tenantInvitationsApi.create, {
      token: by,
      params: { id: other },
      body: { invitee: 'shared@example.com' },
    });
    expect(theirs).toMatchObject(tooManyTo);
  });

  test('cannot be bypassed by deleting the tenant', async () => {
    for (let time = 0; time < 2; time += 1) {
      const id = await mallory.createTenant('Short-lived');
      const by = await mallory.organization(id);
      for (let sent = 0; sent < invitationLimits.toAddress / 2; sent += 1) {
        const { body } = await app.call(tenantInvitationsApi.create, {
          token: by,
          params: { id },
          body: { invitee: 'moving@example.com' },
        });
        await revoke(body[0]?.id ?? '', by, id);
      }
      await app.call(tenantsApi.remove, { token: by, params: { id } });
    }
    expect(await invite({ invitee: 'moving@example.com' })).toMatchObject(tooManyTo);
  });

  test('count resent messages', async () => {
    const id = await inviteOne('reminded@example.com');
    for (let time = 1; time < invitationLimits.toAddress; time += 1) {
      await change(id, { resent_at: null });
      await app.write(adminTenantId, (db) => sql`delete from message_counters`.execute(db));
      expect((await resend(id)).status).toBe(204);
    }
    await change(id, { resent_at: null });
    expect(await resend(id)).toMatchObject(tooManyTo);
  });

  test('allow two hundred invitations per person, in one or several requests', async () => {
    await setPlan('pro-202509');
    const batch = (name: string, length: number) =>
      invite({ invitee: Array.from({ length }, (_, n) => `${name}${n}@example.com`) });
    expect((await batch('many', 100)).status).toBe(201);
    expect((await batch('more', 99)).status).toBe(201);
    const last = await Promise.all([batch('last', 1), batch('beyond', 1)]);
    expect(last.map(({ status }) => status).sort()).toEqual([201, 429]);
    expect(last.find(({ status }) => status === 429)).toMatchObject({
      body: { code: 'invitation.too_many_by_person' },
    });
  });

  test('reset the next day', async () => {
    for (let time = 0; time < invitationLimits.toAddress; time += 1) {
      await revoke(await inviteOne('patient@example.com'));
    }
    expect(await invite({ invitee: 'patient@example.com' })).toMatchObject(tooManyTo);
    await app.write(adminTenantId, (db) =>
      sql`update throttle_counters set window_start = now() - interval '25 hours'`.execute(db),
    );
    expect((await invite({ invitee: 'patient@example.com' })).status).toBe(201);
  });
});

describe('the status', () => {
  test('is listed newest first, in pages, for users who may invite', async () => {
    await inviteOne('first@example.com');
    await inviteOne('second@example.com');
    const { status, body, headers } = await list(token, { page: '1', page_size: '1' });
    expect([status, headers['total-number']]).toEqual([200, '2']);
    expect(body).toMatchObject([{ invitee: 'second@example.com', status: 'Pending', tenantId }]);
    const helper = await consoleMember(app, tenantId, `reader_${tenantId}`, 'collaborator');
    expect(await list(helper.token)).toMatchObject(forbidden);
  });

  test('can be set to revoked once', async () => {
    const id = await inviteOne(grace.email);
    expect(await revoke(id)).toMatchObject({ status: 200, body: { id, status: 'Revoked' } });
    expect(await revoke(id)).toMatchObject(invalidStatus);
    expect(await accept(id)).toMatchObject(invalidStatus);
    expect((await get(id)).body).toMatchObject({ status: 'Revoked' });
    expect(await trailOf(app, 'TenantInvitation.Data.Updated', id)).toHaveLength(1);
  });

  test.each(['Accepted', 'Pending', 'Expired', 'revoked'])('cannot be set to %s', async (status) => {
    const id = await inviteOne(grace.email);
    const answer = await app.call(tenantInvitationsApi.revoke, {
      token,
      ...onOne(id),
      body: { status: status as 'Revoked' },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });

  test('shows an expiry immediately, and is stored later', async () => {
    const id = await inviteOne(grace.email);
    await letExpire(id);
    expect((await list()).body).toMatchObject([{ status: 'Expired' }]);
    expect((await get(id)).body).toMatchObject({ status: 'Expired' });
    expect((await mine(grace, { status: 'Pending' })).map((one) => one.id)).not.toContain(id);
    expect((await mine(grace, { status: 'Expired' })).map((one) => one.id)).toContain(id);
    expect(await accept(id)).toMatchObject(invalidStatus);
    expect(await revoke(id)).toMatchObject(invalidStatus);
    const { expireInvitations } = await import('#features/people/organizations');
    await app.app.tenancy.system((db) => expireInvitations(db));
    const row = await app.read(adminTenantId, (db) =>
      db.selectFrom('organization_invitations').select('status').where('id', '=', id).executeTakeFirst(),
    );
    expect(row).toEqual({ status: 'Expired' });
  });
});

describe('accepting', () => {
  test('adds a member with the role of the invitation', async () => {
    const id = await inviteOne(grace.email, { roleName: 'admin' });
    expect((await get(id)).body).toMatchObject({ id, tenantName: 'Acme', status: 'Pending', roleName: 'admin' });
    expect(await accept(id)).toMatchObject({ status: 200, body: { id, status: 'Accepted', tenantId } });
    const tenants = await app.call(tenantsApi.list, { token: grace.cloud });
    expect(tenants.body.map((tenant) => tenant.id)).toContain(tenantId);
    const { body } = await app.call(tenantMembersApi.list, {
      token: await grace.organization(tenantId),
      params: { id: tenantId },
    });
    expect(body).toMatchObject([{ id: owner.id }, { id: grace.id, organizationRoles: [{ name: 'admin' }] }]);
    expect(await trailOf(app, 'Tenant.Membership.Updated', tenantId)).toHaveLength(1);
  });

  test('attack 38: succeeds once for parallel requests', async () => {
    const id = await inviteOne(grace.email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    // One of them added the member; the others found it done.
    expect(await trailOf(app, 'Tenant.Membership.Updated', tenantId)).toHaveLength(1);
  });

  test('ignores a second click on Join', async () => {
    const id = await inviteOne(grace.email);
    expect((await accept(id)).status).toBe(200);
    expect(await accept(id)).toMatchObject({ status: 200, body: { id, status: 'Accepted', tenantId } });
    expect(await trailOf(app, 'TenantInvitation.Data.Updated', id)).toHaveLength(1);
  });

  test('attack 38: never succeeds together with revoking', async () => {
    for (let round = 0; round < 6; round += 1) {
      tenantId = await owner.createTenant(`Round ${round}`);
      token = await owner.organization(tenantId);
      const id = await inviteOne(grace.email);
      const [accepted, revoked] = await Promise.all([accept(id), revoke(id)]);
      expect([accepted.status, revoked.status].sort()).toEqual([200, 422]);
      const { body } = await app.call(tenantMembersApi.list, { token, params: { id: tenantId } });
      expect(body.length).toBe(accepted.status === 200 ? 2 : 1);
    }
  });

  test('keeps the role of a user who joined in another way meanwhile', async () => {
    const id = await inviteOne(grace.email);
    const { insertMember } = await import('#features/people/organizations');
    await app.write(adminTenantId, (db) => insertMember(db, `t-${tenantId}`, grace.id, 'admin'));
    expect((await accept(id)).status).toBe(200);
    const { body } = await app.call(tenantMembersApi.list, { token, params: { id: tenantId } });
    expect(body[1]).toMatchObject({ id: grace.id, organizationRoles: [{ name: 'admin' }] });
  });

  test.each([{ status: 'Revoked' }, { status: 'Pending' }, {}, { status: 'Accepted', userId: 'x' }])(
    'rejects %j',
    async (body) => {
      const id = await inviteOne(grace.email);
      const answer = await app.call(invitationsApi.accept, {
        token: grace.cloud,
        params: { id },
        body: body as { status: 'Accepted' },
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
    },
  );
});

describe('finding your tenants', () => {
  test('shows the invitations for the user’s own address, by status', async () => {
    const ada = await consolePerson(app, `ada_${tenantId}`);
    expect(await mine(ada)).toEqual([]);
    const id = await inviteOne(ada.email);
    expect(await mine(ada)).toMatchObject([{ id, tenantName: 'Acme', inviter: { primaryEmail: 'owner@example.com' } }]);
    expect(await mine(ada, { status: 'Pending' })).toHaveLength(1);
    await accept(id, ada);
    expect(await mine(ada, { status: 'Pending' })).toEqual([]);
    expect(await mine(ada, { status: 'Accepted' })).toMatchObject([{ id }]);
  });

  test('shows nothing to a user with an unverified address, who cannot accept either', async () => {
    const doubtful = await consolePerson(app, `doubtful_${tenantId}`, false);
    const id = await inviteOne(doubtful.email);
    expect(await mine(doubtful)).toEqual([]);
    expect(await get(id, doubtful)).toMatchObject(mismatch);
    expect(await accept(id, doubtful)).toMatchObject(mismatch);
  });

  test.each(['Nonsense', 'pending', "Pending' or '1'='1", ''])('rejects ?status=%s', async (status) => {
    const answer = await app.call(invitationsApi.list, { token: grace.cloud, query: { status } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });
});

describe('attacks', () => {
  test('an invitation is for one address: others learn nothing about the tenant', async () => {
    const id = await inviteOne(grace.email);
    for (const answer of [await get(id, mallory), await accept(id, mallory), await get(id, owner)]) {
      expect(answer).toMatchObject(mismatch);
      expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(`Acme|${tenantId}|grace`));
    }
    for (const status of ['Pending', 'Accepted', 'Revoked', 'Expired']) {
      expect((await mine(mallory, { status })).filter((one) => one.tenantId === tenantId)).toEqual([]);
    }
  });

  test('a forged id is not found', async () => {
    for (const id of ['a'.repeat(21), tenantId, `t-${tenantId}`, '%00', "' or 1=1--", '.', '*']) {
      expect([id, (await get(id)).status]).toEqual([id, id === '%00' ? expect.any(Number) : 404]);
      expect([400, 404, 422]).toContain((await accept(id)).status);
    }
  });

  test('a used invitation does not restore a removed member', async () => {
    const id = await inviteOne(grace.email);
    await accept(id);
    await app.call(tenantMembersApi.remove, { token, params: { id: tenantId, userId: grace.id } });
    expect(await accept(id)).toMatchObject(invalidStatus);
    await expect(grace.organization(tenantId)).rejects.toMatchObject({ status: 403 });
  });

  test('attack 19: invitations of another tenant cannot be seen, sent or revoked', async () => {
    const id = await inviteOne(grace.email);
    const theirs = await mallory.createTenant('Theirs');
    const foreign = await mallory.organization(theirs);
    expect(await list(foreign)).toMatchObject(notFound);
    for (const at of [tenantId, theirs]) {
      expect(await revoke(id, foreign, at)).toMatchObject(notFound);
      expect(await resend(id, foreign, at)).toMatchObject(notFound);
    }
    expect((await get(id)).body).toMatchObject({ status: 'Pending' });
    const own = await app.call(tenantInvitationsApi.list, { token: foreign, params: { id: theirs } });
    expect(own.body).toEqual([]);
  });

  test('a collaborator cannot invite anyone, including themselves', async () => {
    const helper = await consoleMember(app, tenantId, `helper_${tenantId}`, 'collaborator');
    for (const roleName of ['admin', 'collaborator']) {
      expect(await invite({ invitee: 'alter-ego@example.com', roleName }, helper.token)).toMatchObject(forbidden);
    }
    const id = await inviteOne('somebody@example.com');
    expect(await revoke(id, helper.token)).toMatchObject(forbidden);
    expect(await resend(id, helper.token)).toMatchObject(forbidden);
  });

  test('a user who may invite but not manage the tenant cannot invite an administrator', async () => {
    const role = `inviter_${tenantId}`.slice(0, 21);
    await consoleRole(app, role, ['invite:member']);
    const inviter = await consoleMember(app, tenantId, `inv_${tenantId}`, role);
    expect((await invite({ invitee: 'colleague@example.com' }, inviter.token)).status).toBe(201);
    expect(await invite({ invitee: 'boss@example.com', roleName: 'admin' }, inviter.token)).toMatchObject(forbidden);
  });

  test('attack 2: an invitation to a deleted tenant is gone', async () => {
    const id = await inviteOne(grace.email);
    expect((await app.call(tenantsApi.remove, { token, params: { id: tenantId } })).status).toBe(204);
    expect(await get(id)).toMatchObject(notFound);
    expect(await accept(id)).toMatchObject(notFound);
    expect((await mine(grace)).map((one) => one.id)).not.toContain(id);
  });
});
