import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { createMachine } from '#testing/tokens';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() => app.write('default', async (db) => void (await db.deleteFrom('jwt_customizers').execute())));

const access = { tokenTypePath: 'access-token' };
const machine = { tokenTypePath: 'client-credentials' };
const script = 'const getCustomJwtClaims = async () => ({ plan: "pro" });';
const full = {
  script,
  environmentVariables: { API_KEY: 'canary-7f3a9c' },
  contextSample: { user: { id: 'abc', customData: { plan: 'pro' }, fromLater: true } },
  tokenSample: { aud: 'https://api.example.com', kind: 'AccessToken' },
};

describe('saving a script', () => {
  test('returns 201 the first time, then 200, and can be read back', async () => {
    const first = await app.call(customJwtApi.save, { token, params: access, body: full });
    expect([first.status, first.body]).toEqual([201, full]);
    expect((await app.call(customJwtApi.get, { token, params: access })).body).toEqual(full);
    const second = await app.call(customJwtApi.save, { token, params: access, body: { script: `${script} ` } });
    expect([second.status, second.body]).toEqual([200, { script: `${script} ` }]);
    await app.call(customJwtApi.save, { token, params: machine, body: { script } });
    const { body } = await app.call(customJwtApi.list, { token });
    expect(body).toEqual([
      { key: 'jwt.accessToken', value: { script: `${script} ` } },
      { key: 'jwt.clientCredentials', value: { script } },
    ]);
  });

  test('PATCH changes only the given fields', async () => {
    expect(await app.call(customJwtApi.update, { token, params: access, body: { script } })).toMatchObject({
      status: 404,
      body: { code: 'entity.not_exists_with_id' },
    });
    await app.call(customJwtApi.save, { token, params: access, body: full });
    const { status, body } = await app.call(customJwtApi.update, {
      token,
      params: access,
      body: { environmentVariables: { OTHER: 'x' } },
    });
    expect([status, body]).toEqual([200, { ...full, environmentVariables: { OTHER: 'x' } }]);
    await app.call(customJwtApi.update, { token, params: access, body: { environmentVariables: {} } });
    expect((await app.call(customJwtApi.get, { token, params: access })).body.environmentVariables).toBeUndefined();
  });

  test('deleting works once; reading after that returns 404', async () => {
    await app.call(customJwtApi.save, { token, params: access, body: { script } });
    expect((await app.call(customJwtApi.remove, { token, params: access })).status).toBe(204);
    expect(await app.call(customJwtApi.remove, { token, params: access })).toMatchObject({
      status: 404,
      body: { code: 'entity.not_found' },
    });
    expect((await app.call(customJwtApi.get, { token, params: access })).status).toBe(404);
  });

  test('deleting an unknown script returns 404', async () => {
    expect(await app.call(customJwtApi.remove, { token, params: access })).toMatchObject({
      status: 404,
      body: { code: 'entity.not_found' },
    });
  });

  test('accepts an empty script', async () => {
    expect((await app.call(customJwtApi.save, { token, params: access, body: { script: '' } })).status).toBe(201);
    expect((await app.call(customJwtApi.get, { token, params: access })).body).toEqual({ script: '' });
  });

  test.each<[string, object]>([
    ['without a script', {}],
    ['a script that is too long', { script: 'x'.repeat(65_537) }],
    ['an unknown key', { script, unknown: 1 }],
    ['a token sample with another key', { script, tokenSample: { iss: 'x' } }],
    ['a token sample of the other kind', { script, tokenSample: { kind: 'ClientCredentials' } }],
    ['a context without a user', { script, contextSample: {} }],
    ['a context with a wrong type', { script, contextSample: { user: { username: 5 } } }],
    ['a context with another key', { script, contextSample: { user: {}, secrets: {} } }],
    ['variables that are no texts', { script, environmentVariables: { A: 1 } }],
    ['a variable that is too long', { script, environmentVariables: { A: 'x'.repeat(8193) } }],
    ['a variable without a name', { script, environmentVariables: { '': 'x' } }],
    [
      'too many variables',
      { script, environmentVariables: Object.fromEntries([...Array(101).keys()].map((n) => [n, ''])) },
    ],
  ])('%s is refused', async (_what, body) => {
    const answer = await app.call(customJwtApi.save, { token, params: access, body: body as never });
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'guard.invalid_input' }]);
    expect((answer.body as unknown as { details: string }).details).not.toBe('');
  });

  test('rejects an unknown token type', async () => {
    expect((await app.call(customJwtApi.get, { token, params: { tokenTypePath: 'id-token' } })).status).toBe(400);
  });

  test('is not possible in the admin tenant', async () => {
    const answer = await app.call(customJwtApi.save, {
      token: await app.managementToken('admin'),
      tenantId: 'admin',
      params: access,
      body: { script },
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'jwt_customizer.can_not_create_for_admin_tenant' } });
  });

  test('another tenant sees nothing', async () => {
    await app.call(customJwtApi.save, { token, params: access, body: full });
    const other = { token: await app.managementToken('admin'), tenantId: 'admin' };
    expect((await app.call(customJwtApi.list, other)).body).toEqual([]);
    expect((await app.call(customJwtApi.remove, { ...other, params: access })).status).toBe(404);
    expect((await app.call(customJwtApi.get, { token, params: access })).status).toBe(200);
  });
});

describe('environment variables', () => {
  const stored = () =>
    app.read('default', (db) =>
      db.selectFrom('jwt_customizers').selectAll().where('token_type', '=', 'access-token').executeTakeFirstOrThrow(),
    );

  test('are sealed in the database, names and values', async () => {
    await app.call(customJwtApi.save, { token, params: access, body: full });
    const row = await stored();
    expect(row.environment_variables).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toMatch(/canary|API_KEY/);
    expect(app.logs.join('\n')).not.toContain('canary-7f3a9c');
  });

  test('cannot be opened in another script', async () => {
    await app.call(customJwtApi.save, { token, params: access, body: full });
    await app.call(customJwtApi.save, { token, params: machine, body: { script } });
    const { environment_variables } = await stored();
    await app.write('default', async (db) => {
      await db
        .updateTable('jwt_customizers')
        .set({ environment_variables })
        .where('token_type', '=', 'client-credentials')
        .execute();
    });
    expect(await app.call(customJwtApi.get, { token, params: machine })).toMatchObject({
      status: 422,
      body: { code: 'vault.unreadable' },
    });
  });

  test('are rejected without a key and with an external database; everything else works', async () => {
    const bare = await testApp({ DATABASE_URL: 'postgres://unused.test/db' });
    const bareToken = await bare.managementToken();
    const save = (body: typeof full | { script: string }) =>
      bare.call(customJwtApi.save, { token: bareToken, params: access, body });
    expect(await save(full)).toMatchObject({ status: 501, body: { code: 'vault.not_configured' } });
    expect((await save({ script })).status).toBe(201);
    expect((await bare.call(customJwtApi.get, { token: bareToken, params: access })).status).toBe(200);
    await bare.close();
  });
});

describe('the test endpoint', () => {
  const run = (body: object) => app.call(customJwtApi.test, { token, body: body as never });
  const sample = { tokenType: 'access-token', token: {}, context: { user: { id: 'abc' } } };

  test('returns the claims without those that the engine sets', async () => {
    const { status, body } = await run({
      ...sample,
      environmentVariables: { PLAN: 'pro' },
      script: `const getCustomJwtClaims = async ({ token, context, environmentVariables }) =>
        ({ plan: environmentVariables.PLAN, user: context.user.id, sub: 'root', aud: 'all', keys: Object.keys(token) });`,
    });
    expect([status, body]).toEqual([200, { plan: 'pro', user: 'abc', keys: [] }]);
  });

  test('reports errors with line and column', async () => {
    const { status, body } = await run({
      ...sample,
      script: 'const getCustomJwtClaims = async ({ context }) => {\n  return { plan: context.plan.name };\n};',
    });
    expect([status, body]).toMatchObject([
      422,
      {
        code: 'jwt_customizer.general',
        data: { message: expect.stringContaining("'name'"), line: 2, column: 30, code: 'General' },
      },
    ]);
  });

  test.each([
    [
      'a syntax error',
      'const getCustomJwtClaims = async () => {\n  return {;\n};',
      { line: 2, column: expect.any(Number) },
    ],
    ['an error before the function', 'const a = 1;\nnull.x;', { line: 2 }],
    [
      'an error after waiting',
      'const getCustomJwtClaims = async () => {\n  await null;\n  throw new Error("x");\n};',
      { line: 3 },
    ],
    ['no function', 'const other = 1;', { message: expect.stringContaining('getCustomJwtClaims') }],
    [
      'no object',
      'const getCustomJwtClaims = async () => "text";',
      { message: expect.stringContaining('plain object') },
    ],
    ['a list', 'const getCustomJwtClaims = async () => [];', { message: expect.stringContaining('plain object') }],
    ['nothing', 'const getCustomJwtClaims = async () => {};', { message: expect.stringContaining('plain object') }],
    ['a thrown text', 'const getCustomJwtClaims = async () => { throw "why"; };', { message: 'why' }],
  ])('%s', async (_what, badScript, data) => {
    expect(await run({ ...sample, script: badScript })).toMatchObject({ status: 422, body: { data } });
  });

  test('accepts a plain function and an ordinary declaration', async () => {
    expect((await run({ ...sample, script: 'function getCustomJwtClaims() { return { a: 1 }; }' })).body).toEqual({
      a: 1,
    });
  });

  test('reports denyAccess as a 403', async () => {
    const script = 'const getCustomJwtClaims = async ({ api }) => api.denyAccess("not today");';
    expect(await run({ ...sample, script })).toMatchObject({
      status: 403,
      body: {
        code: 'jwt_customizer.general',
        data: { message: 'not today', error: { message: 'not today', code: 'AccessDenied' } },
      },
    });
  });

  test('machines and people can be tested with an application and an organization', async () => {
    const context = { application: { id: 'shop', name: 'Shop' } };
    const returning = 'const getCustomJwtClaims = async ({ context }) => ({ context });';
    const machineTest = { tokenType: 'client-credentials', token: {}, context, script: returning };
    expect((await run(machineTest)).body).toEqual({ context });
    const full = { ...context, user: {}, organization: { id: 'o1', name: 'Acme', customData: {} } };
    expect((await run({ ...sample, script: returning, context: full })).body).toEqual({ context: full });
  });

  test('the report contains output, dropped names and the duration', async () => {
    const { body } = await app.call(customJwtApi.testReport, {
      token,
      body: {
        tokenType: 'client-credentials',
        token: { clientId: 'app' },
        script: `const getCustomJwtClaims = async (given) => {
          console.log('hello', { a: 1 }, undefined); console.warn(new TypeError('odd'));
          return { names: Object.keys(given).sort(), iss: 'x' };
        };`,
      },
    });
    expect(body).toEqual({
      claims: { names: ['api', 'context', 'environmentVariables', 'token'] },
      dropped: ['iss'],
      output: [
        { level: 'log', text: 'hello {"a":1} undefined' },
        { level: 'warn', text: 'TypeError: odd' },
      ],
      milliseconds: expect.any(Number),
    });
  });

  test('rejects invalid bodies', async () => {
    for (const body of [
      { ...sample },
      { ...sample, script, context: {} },
      { ...sample, script, token: { iss: 'x' } },
      { tokenType: 'client-credentials', token: {}, context: { user: {} }, script },
      { ...sample, script, context: { user: {}, application: 'shop' } },
      { ...sample, tokenType: 'id-token', script },
    ]) {
      expect((await run(body)).status).toBe(400);
    }
  });

  test('rejects a caller with too small a scope (attack 35)', async () => {
    const weak = await createMachine(app, 'default', []);
    for (const contract of [customJwtApi.test, customJwtApi.testReport]) {
      const { status } = await app.call(contract, { token: weak, body: { ...sample, script } as never });
      expect(status).toBe(403);
    }
  });
});

test('changes are in the audit log, without the script and its variables', async () => {
  await app.call(customJwtApi.save, { token, params: access, body: full });
  await app.call(customJwtApi.update, { token, params: access, body: { script } });
  await app.call(customJwtApi.remove, { token, params: access });
  await app.worker.drain();
  const logs = await app.read('default', (db) =>
    db
      .selectFrom('logs')
      .select(['key', 'payload'])
      .where('key', 'like', 'CustomJwt.%')
      .orderBy('seq', 'desc')
      .limit(3)
      .execute(),
  );
  expect(logs.toReversed()).toMatchObject([
    { key: 'CustomJwt.Data.Updated', payload: { subjectId: 'access-token' } },
    { key: 'CustomJwt.Data.Updated', payload: { subjectId: 'access-token' } },
    { key: 'CustomJwt.Deleted', payload: { subjectId: 'access-token' } },
  ]);
  expect(JSON.stringify(logs)).not.toMatch(/canary|getCustomJwtClaims/);
});
