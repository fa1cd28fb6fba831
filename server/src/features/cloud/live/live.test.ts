import type { AddressInfo } from 'node:net';
import type { LiveEvent } from '@postern/contracts/cloud/live';
import { operatorsApi } from '@postern/contracts/cloud/operators';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appointOperator } from '#features/cloud/operators';
import { type ConsolePerson, consoleMember, consolePerson } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';

/** Changes happen on one node while the console is connected to another. */
let app: TestApp;
let other: Awaited<ReturnType<TestApp['another']>>;
let origin: string;
let owner: ConsolePerson;
let operator: ConsolePerson;
let tenantId: string;
let token: string;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  other = await app.another();
  await other.admin.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(other.admin.server.address() as AddressInfo).port}`;
  owner = await consolePerson(app, 'owner');
  operator = await consolePerson(app, 'operator');
  await app.write(adminTenantId, (db) => appointOperator(db, 'operator'));
});
afterAll(() => app.close());
beforeEach(async () => {
  tenantId = await owner.createTenant('Acme');
  token = await owner.organization(tenantId);
  await app.worker.drain();
});

/** Collects the events of a console from now on. */
async function listen(person: { cloud: string }) {
  const response = await fetch(`${origin}/api/live`, { headers: { authorization: `Bearer ${person.cloud}` } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async () => {
    const { value, done } = (await reader?.read()) ?? { done: true };
    text += value ?? '';
    return !done;
  };
  await read();
  expect(text).toBe(': listening\n\n');
  text = '';
  return {
    /** The next event; undefined if the stream ends first. */
    async next(): Promise<LiveEvent | undefined> {
      while (!text.includes('\n\n')) {
        if (!(await read())) {
          return undefined;
        }
      }
      const [first = '', ...rest] = text.split('\n\n');
      text = rest.join('\n\n');
      return JSON.parse(first.replace(/^data: /, ''));
    },
    close: () => reader?.cancel(),
  };
}

let count = 0;
const newMember = (role: string) => {
  count += 1;
  return consoleMember(app, tenantId, `member${count}`, role);
};
const setRole = (userId: string, roleName: 'admin' | 'collaborator') =>
  app.call(tenantMembersApi.setRole, { token, params: { id: tenantId, userId }, body: { roleName } });

describe('an open console receives', () => {
  test('who removed the user from which tenant', async () => {
    const member = await newMember('collaborator');
    const stream = await listen(member);
    await app.call(tenantMembersApi.remove, { token, params: { id: tenantId, userId: member.id } });
    await app.worker.drain();
    expect(await stream.next()).toEqual({
      kind: 'removed',
      tenantId,
      tenantName: 'Acme',
      by: 'owner',
      isSelf: false,
    });
    await stream.close();
  });

  test('who changed the role of the user, and nothing if the role stays the same', async () => {
    const member = await newMember('collaborator');
    const stream = await listen(member);
    await setRole(member.id, 'collaborator');
    await setRole(member.id, 'admin');
    await app.worker.drain();
    expect(await stream.next()).toEqual({
      kind: 'role',
      tenantId,
      tenantName: 'Acme',
      role: 'admin',
      by: 'owner',
      isSelf: false,
    });
    await stream.close();
  });

  test('suspension of the tenant with its reason, and its end', async () => {
    const member = await newMember('collaborator');
    const stream = await listen(member);
    const params = { id: tenantId };
    await app.call(operatorsApi.suspend, { token: operator.cloud, params, body: { reason: 'Sends spam' } });
    await app.worker.drain();
    const facts = { tenantId, tenantName: 'Acme' };
    expect(await stream.next()).toEqual({ kind: 'suspended', ...facts, reason: 'Sends spam' });
    const { body } = await app.call(tenantsApi.list, { token: member.cloud });
    expect(body).toMatchObject([{ id: tenantId, isSuspended: true, suspensionReason: 'Sends spam' }]);
    await app.call(operatorsApi.resume, { token: operator.cloud, params });
    await app.worker.drain();
    expect(await stream.next()).toEqual({ kind: 'resumed', ...facts });
    const { body: after } = await app.call(tenantsApi.list, { token: member.cloud });
    expect(after).toMatchObject([{ id: tenantId, isSuspended: false, suspensionReason: null }]);
    await stream.close();
  });

  test('deletion of the tenant by another administrator', async () => {
    const member = await newMember('collaborator');
    const stream = await listen(member);
    await app.call(tenantsApi.remove, { token, params: { id: tenantId } });
    await app.worker.drain();
    expect(await stream.next()).toEqual({
      kind: 'deleted',
      tenantId,
      tenantName: 'Acme',
      by: 'owner',
      isSelf: false,
    });
    await stream.close();
  });

  test('suspension of the account, after which the stream ends', async () => {
    const member = await newMember('collaborator');
    const stream = await listen(member);
    await app.call(usersApi.setSuspended, {
      token: await app.managementToken(adminTenantId),
      tenantId: adminTenantId,
      params: { userId: member.id },
      body: { isSuspended: true },
    });
    await app.worker.drain();
    expect(await stream.next()).toEqual({ kind: 'accountSuspended', by: null });
    expect(await stream.next()).toBeUndefined();
  });

  test('no events of other users', async () => {
    const [member, bystander] = [await newMember('collaborator'), await newMember('collaborator')];
    const stream = await listen(bystander);
    await app.call(tenantMembersApi.remove, { token, params: { id: tenantId, userId: member.id } });
    await setRole(bystander.id, 'admin');
    await app.worker.drain();
    expect(await stream.next()).toMatchObject({ kind: 'role', role: 'admin' });
    await stream.close();
  });
});

test('does not send reasons that are for operators only', async () => {
  await app.call(operatorsApi.suspend, {
    token: operator.cloud,
    params: { id: tenantId },
    body: { reason: 'An internal note' },
  });
  await app.app.tenancy.system((db) =>
    db.updateTable('tenant_suspensions').set({ is_shown: false }).where('tenant_id', '=', tenantId).execute(),
  );
  const { body } = await app.call(tenantsApi.list, { token: owner.cloud });
  expect(body.find(({ id }) => id === tenantId)).toMatchObject({ isSuspended: true, suspensionReason: null });
});

test('ends streams immediately when the server stops', async () => {
  const node = await app.another();
  await node.admin.listen({ host: '127.0.0.1', port: 0 });
  const { port } = node.admin.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/live`, {
    headers: { authorization: `Bearer ${owner.cloud}` },
  });
  const text = response.text();
  await node.stop();
  expect(await text).toBe(': listening\n\n');
});

test('ends streams if notifications may have been missed, so that consoles reload', async () => {
  const stream = await listen(owner);
  other.app.cache.clear();
  expect(await stream.next()).toBeUndefined();
});

test('ends the streams of a person who was signed out everywhere, and of no one else', async () => {
  const member = await newMember('collaborator');
  await app.worker.drain();
  const [theirs, mine] = [await listen(member), await listen(owner)];
  const admin = await app.managementToken(adminTenantId);
  await app.call(userSessionsApi.removeAll, { token: admin, tenantId: adminTenantId, params: { userId: member.id } });
  await app.worker.drain();
  expect(await theirs.next()).toBeUndefined();
  await app.call(tenantsApi.remove, { token, params: { id: tenantId } });
  await app.worker.drain();
  expect(await mine.next()).toMatchObject({ kind: 'deleted', tenantId });
  await mine.close();
});
