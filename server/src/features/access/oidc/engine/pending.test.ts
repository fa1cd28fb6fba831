import { defaultTenantId } from '@postern/contracts/wire';
import type { Adapter } from 'oidc-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { findAccount } from '../tokens/claims.ts';
import { createAdapter } from './adapter.ts';
import { gatherWrites } from './pending.ts';

const noClients = { find: async () => undefined, save: async () => undefined, remove: async () => undefined };

let app: TestApp;
let sessions: Adapter;
let codes: Adapter;

beforeAll(async () => {
  app = await testApp();
  const adapterOf = createAdapter(app.app.tenancy, defaultTenantId, noClients);
  sessions = adapterOf('Session');
  codes = adapterOf('AuthorizationCode');
});
afterAll(() => app.close());

const gathered = (work: () => Promise<void>) => gatherWrites(app.app.tenancy, defaultTenantId, work);

test('writes of a request are visible to itself at once, and to others after it ends', async () => {
  await sessions.upsert('old', { kind: 'Session', loginTs: 1 }, 60);
  await gathered(async () => {
    await sessions.destroy('old');
    await sessions.upsert('new', { kind: 'Session', loginTs: 2 }, 60);
    await sessions.upsert('new', { kind: 'Session', loginTs: 3 }, 60);
    expect(await sessions.find('old')).toBeUndefined();
    expect(await sessions.find('new')).toMatchObject({ jti: 'new', loginTs: 3 });
    const elsewhere = await app.read(defaultTenantId, (db) =>
      db.selectFrom('oidc_models').select('payload').where('model', '=', 'Session').execute(),
    );
    expect(elsewhere).toMatchObject([{ payload: { loginTs: 1 } }]);
  });
  expect(await sessions.find('old')).toBeUndefined();
  expect(await sessions.find('new')).toMatchObject({ loginTs: 3 });
});

test('a failed request changes nothing', async () => {
  await sessions.upsert('kept', { kind: 'Session', loginTs: 4 }, 60);
  const broken = gathered(async () => {
    await sessions.destroy('kept');
    await codes.upsert('half', { kind: 'AuthorizationCode' }, 60);
    throw new Error('broken off');
  });
  await expect(broken).rejects.toThrow('broken off');
  expect(await sessions.find('kept')).toMatchObject({ loginTs: 4 });
  expect(await codes.find('half')).toBeUndefined();
});

test('revoking a grant removes what the same request issued from it', async () => {
  await gathered(async () => {
    await codes.upsert('revoked', { kind: 'AuthorizationCode', grantId: 'grant' }, 60);
    await codes.upsert('other', { kind: 'AuthorizationCode', grantId: 'another' }, 60);
    await codes.revokeByGrantId('grant');
  });
  expect(await codes.find('revoked')).toBeUndefined();
  expect(await codes.find('other')).toBeDefined();
});

test('only sign-in steps skip waiting for the disk; later work on the connection waits again', async () => {
  const interactions = createAdapter(app.app.tenancy, defaultTenantId, noClients)('Interaction');
  const settings: string[] = [];
  const asked: string[] = [];
  const tenancy = {
    ...app.app.tenancy,
    run: async (tenantId, statement, values) => {
      asked.push(statement.name);
      const rows = await app.app.tenancy.run(tenantId, statement, values);
      const text = "select current_setting('synchronous_commit') as setting";
      const [row] = await app.app.tenancy.run<{ setting: string }>(tenantId, { name: 'test_setting', text }, []);
      settings.push(row?.setting ?? '');
      return rows;
    },
  } as typeof app.app.tenancy;
  await gatherWrites(tenancy, defaultTenantId, () => interactions.upsert('step', { kind: 'Interaction' }, 60));
  await gatherWrites(tenancy, defaultTenantId, async () => {
    await interactions.destroy('step');
    await sessions.upsert('reached', { kind: 'Session' }, 60);
  });
  expect(await interactions.find('step')).toBeUndefined();
  expect(await sessions.find('reached')).toBeDefined();
  expect([asked, settings]).toEqual([
    ['oidc_pending_step', 'oidc_pending'],
    ['on', 'on'],
  ]);
});

test('the request after a sign-in reads the interaction and its user with one statement', async () => {
  const asked: string[] = [];
  const tenancy = {
    ...app.app.tenancy,
    run: (tenantId, statement, values) => {
      asked.push(statement.name);
      return app.app.tenancy.run(tenantId, statement, values);
    },
  } as typeof app.app.tenancy;
  const interactions = createAdapter(tenancy, defaultTenantId, noClients)('Interaction');
  const accountOf = (userId: string) => findAccount({ ...app.app, tenancy }, defaultTenantId, userId);
  await app.write(defaultTenantId, (db) =>
    db
      .insertInto('users')
      .values([
        { id: 'resumed', username: 'resumed' },
        { id: 'another', username: 'another' },
      ])
      .execute(),
  );
  const result = { login: { accountId: 'resumed' } };
  await interactions.upsert('resumed', { kind: 'Interaction', result }, 60);

  asked.length = 0;
  await gathered(async () => {
    expect(await interactions.find('resumed')).toMatchObject({ jti: 'resumed', result });
    expect(await accountOf('resumed')).toMatchObject({ accountId: 'resumed' });
  });
  expect(asked).toEqual(['oidc_find_resumed']);

  await app.write(defaultTenantId, (db) =>
    db.updateTable('users').set({ is_suspended: true }).where('id', '=', 'resumed').execute(),
  );
  await gathered(async () => {
    await interactions.find('resumed');
    expect(await accountOf('resumed')).toBeUndefined();
    expect(await accountOf('another')).toMatchObject({ accountId: 'another' });
  });
});
