import { invitationsApi, tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { adminTenantId } from '@postern/contracts/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ConsolePerson, consoleMember, consolePerson } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';

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
});

const invite = (invitee: string | string[], more: Record<string, unknown> = {}, by = token) =>
  app.call(tenantInvitationsApi.create, { token: by, params: { id: tenantId }, body: { invitee, ...more } });
const inviteOne = async (invitee: string, more = {}) => (await invite(invitee, more)).body[0]?.id ?? '';
const accept = (id: string, person: ConsolePerson) =>
  app.call(invitationsApi.accept, { token: person.cloud, params: { id }, body: { status: 'Accepted' } });
const members = async () =>
  (await app.call(tenantMembersApi.list, { token, params: { id: tenantId } })).body.map(({ id }) => id);
const setRole = (userId: string, roleName: 'admin' | 'collaborator', by = token) =>
  app.call(tenantMembersApi.setRole, { token: by, params: { id: tenantId, userId }, body: { roleName } });

async function setPlan(planId: string) {
  await app.app.tenancy.system((db) =>
    db.updateTable('tenants').set({ plan_id: planId }).where('id', '=', tenantId).execute(),
  );
  app.app.cache.drop(tenantId);
}

const mismatch = { status: 403, body: { code: 'invitation.email_mismatch' } };
const exceeded = { status: 403, body: { code: 'subscription.limit_exceeded', data: { key: 'tenantMembersLimit' } } };

describe('a disguised address', () => {
  test('is treated as the same: in capitals, in full width, with the Kelvin sign', async () => {
    const mike = await consolePerson(app, 'mike');
    const disguises = [' MIKE@EXAMPLE.COM ', 'mi\u212ae@example.com', 'ｍike@example.com', 'mike@example.com.'];
    const id = await inviteOne(disguises[0] ?? '');
    for (const disguise of disguises) {
      // A different spelling allows neither a second invitation nor an invitation of a member.
      expect([disguise, (await invite(disguise)).body]).toMatchObject([
        disguise,
        { code: 'tenant.invitation_pending' },
      ]);
    }
    expect(await invite(['new@example.com', 'NEW@example.com', 'ｎew@example.com'])).toMatchObject({
      status: 201,
      body: [{ invitee: 'new@example.com' }],
    });
    expect((await accept(id, mike)).status).toBe(200);
    for (const disguise of disguises) {
      expect([disguise, (await invite(disguise)).body]).toMatchObject([disguise, { code: 'tenant.already_member' }]);
    }
  });

  test('is treated as different if it only looks the same: other scripts, a tag, a dot', async () => {
    const id = await inviteOne(mallory.email);
    for (const [index, email] of [
      'm\u0430llory@example.com',
      'mallory@ex\u0430mple.com',
      'mallory+x@example.com',
      'mal.lory@example.com',
      'mallory@example.com.evil.test',
      'mallory\u200b@example.com',
    ].entries()) {
      const double = await consolePerson(app, `double${index}`);
      await app.write(adminTenantId, (db) =>
        db.updateTable('users').set({ primary_email: email }).where('id', '=', double.id).execute(),
      );
      expect([email, await accept(id, double)]).toMatchObject([email, mismatch]);
    }
  });

  test.each([
    'mallory@example.com\r\nBcc: everybody@example.com',
    'a@b@example.com',
    '"mallory"@',
    'mallory@localhost',
  ])('that is invalid is rejected: %j', async (email) => {
    expect(await invite(email)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });
});

describe('after a downgrade', () => {
  test('earlier invitations cannot exceed the new limit, and stay valid', async () => {
    const ids = [await inviteOne(grace.email), await inviteOne(mallory.email)];
    await setPlan('free');
    expect(await accept(ids[0] ?? '', grace)).toMatchObject(exceeded);
    expect(await members()).toEqual([owner.id]);
    await setPlan('dev');
    expect((await accept(ids[0] ?? '', grace)).status).toBe(200);
  });

  test('parallel acceptances stop exactly at the limit', async () => {
    const people = await Promise.all([0, 1, 2, 3, 4].map((n) => consolePerson(app, `crowd${n}`)));
    const { body } = await invite(people.map(({ email }) => email));
    await app.app.tenancy.system(async (db) => {
      const month = { current_period_start: new Date(), current_period_end: new Date(Date.now() + 86_400_000) };
      const quota = JSON.stringify({ tenantMembersLimit: 3 });
      await db
        .insertInto('subscriptions')
        .values({ tenant_id: tenantId, ...month, quota })
        .execute();
    });
    app.app.cache.drop(tenantId);
    const answers = await Promise.all(
      people.map((person) => accept(body.find(({ invitee }) => invitee === person.email)?.id ?? '', person)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 403, 403, 403]);
    expect(await members()).toHaveLength(3);
  });

  test('an existing member accepts without using a place', async () => {
    const helper = await consoleMember(app, tenantId, `in_${tenantId}`, 'collaborator');
    const id = await inviteOne('other@example.com');
    await app.write(adminTenantId, (db) =>
      db.updateTable('organization_invitations').set({ invitee: helper.email }).where('id', '=', id).execute(),
    );
    await setPlan('free');
    expect((await accept(id, helper)).status).toBe(200);
    expect(await members()).toHaveLength(2);
  });
});

describe('an administrator who is demoted at the same time', () => {
  test('leaves behind no pending invitations and no new administrators', async () => {
    for (let round = 0; round < 5; round += 1) {
      const rival = await consoleMember(app, tenantId, `rival${round}_${tenantId}`, 'admin');
      const [demoted, invited] = await Promise.all([
        setRole(rival.id, 'collaborator'),
        invite(`friend${round}@example.com`, { roleName: 'admin' }, rival.token),
      ]);
      expect(demoted.status).toBe(200);
      expect([201, 403]).toContain(invited.status);
      const { body } = await app.call(tenantInvitationsApi.list, { token, params: { id: tenantId } });
      expect(body.filter(({ inviter, status }) => inviter?.id === rival.id && status === 'Pending')).toEqual([]);
    }
  });

  test('cannot promote themselves again with their existing token', async () => {
    const rival = await consoleMember(app, tenantId, `again_${tenantId}`, 'admin');
    expect((await setRole(rival.id, 'collaborator')).status).toBe(200);
    const attempts = await Promise.all(Array.from({ length: 5 }, () => setRole(rival.id, 'admin', rival.token)));
    expect(attempts).toMatchObject(Array(5).fill({ status: 403, body: { code: 'auth.forbidden' } }));
  });
});

describe('with a token of another tenant', () => {
  test('members of that tenant cannot invite, promote or remove here, regardless of their role', async () => {
    const theirs = await mallory.createTenant('Theirs');
    const foreign = await mallory.organization(theirs);
    const helper = await consoleMember(app, tenantId, `here_${tenantId}`, 'collaborator');
    const answers = [
      await invite(mallory.email, { roleName: 'admin' }, foreign),
      await setRole(mallory.id, 'admin', foreign),
      await setRole(helper.id, 'admin', foreign),
      await app.call(tenantMembersApi.remove, { token: foreign, params: { id: tenantId, userId: helper.id } }),
      await setRole(owner.id, 'collaborator', foreign),
    ];
    expect(answers).toMatchObject(Array(5).fill({ status: 404, body: { code: 'entity.not_found' } }));
    expect(await members()).toEqual([owner.id, helper.id]);
  });
});
