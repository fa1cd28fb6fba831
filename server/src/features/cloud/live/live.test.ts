import type { AddressInfo } from 'node:net';
import type { LiveEvent } from '@postern/contracts/cloud/live';
import { operatorsApi } from '@postern/contracts/cloud/operators';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appointOperator } from '#features/cloud/operators';
import { type TestApp, testApp } from '../../../testing.ts';
import { type ConsolePerson, consoleMember, consolePerson } from '../../../testing-members.ts';

/** Changes happen on one node, and the console listens to another. */
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

/** What a console hears from the moment this answers. */
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
    /** The next event; undefined when the stream ends without one. */
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

describe('an open console hears', () => {
  test('who removed the person from which tenant', async () => {
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

  test('who gave the person another role, and nothing when it is the same one', async () => {
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

  test('that the tenant was suspended and why, and that it was opened again', async () => {
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

  test('that another administrator deleted the tenant', async () => {
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

  test('that the account itself was suspended; then the stream ends', async () => {
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

  test('nothing of others', async () => {
    const [member, bystander] = [await newMember('collaborator'), await newMember('collaborator')];
    const stream = await listen(bystander);
    await app.call(tenantMembersApi.remove, { token, params: { id: tenantId, userId: member.id } });
    await setRole(bystander.id, 'admin');
    await app.worker.drain();
    expect(await stream.next()).toMatchObject({ kind: 'role', role: 'admin' });
    await stream.close();
  });
});

test('reasons that were written for operators alone stay with them', async () => {
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

test('a server that stops ends its streams at once', async () => {
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

test('when notifications may have been missed, streams end, so that consoles read anew', async () => {
  const stream = await listen(owner);
  other.app.cache.clear();
  expect(await stream.next()).toBeUndefined();
});
