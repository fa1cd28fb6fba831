import { actionsApi } from '@postern/contracts/sign-in/actions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { createMachine } from '#testing/tokens';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp({ SECRET_VAULT_KEK: Buffer.alloc(32, 7).toString('base64') });
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() => app.write('default', async (db) => void (await db.deleteFrom('actions').execute())));

const first = { actionType: 'postFirstFactorVerification' } as const;
const last = { actionType: 'postSignIn' } as const;
const script = 'const runAction = async () => ({});';
const full = {
  script,
  environmentVariables: { API_KEY: 'canary-7f3a9c' },
  contextSample: { user: { id: 'abc' }, list: [1, null] },
  enabled: true,
  onExecutionError: 'allow',
} as const;

describe('saving a script', () => {
  test('returns 201 the first time, then 200, and can be read back', async () => {
    const saved = await app.call(actionsApi.save, { token, params: first, body: full });
    expect([saved.status, saved.body]).toEqual([201, full]);
    expect((await app.call(actionsApi.get, { token, params: first })).body).toEqual(full);
    const again = await app.call(actionsApi.save, { token, params: first, body: { script } });
    expect([again.status, again.body]).toEqual([200, { script }]);
    await app.call(actionsApi.save, { token, params: last, body: full });
    expect((await app.call(actionsApi.list, { token })).body).toEqual([
      { key: 'action.postFirstFactorVerification', value: { script } },
      { key: 'action.postSignIn', value: full },
    ]);
  });

  test('both names of an action mean the same', async () => {
    await app.call(actionsApi.save, { token, params: { actionType: 'action.postSignIn' }, body: full });
    expect((await app.call(actionsApi.get, { token, params: last })).body).toEqual(full);
  });

  test('PATCH changes only the given fields', async () => {
    expect(await app.call(actionsApi.update, { token, params: last, body: { enabled: true } })).toMatchObject({
      status: 404,
      body: { code: 'entity.not_exists_with_id' },
    });
    await app.call(actionsApi.save, { token, params: last, body: full });
    const { status, body } = await app.call(actionsApi.update, { token, params: last, body: { enabled: false } });
    expect([status, body]).toEqual([200, { ...full, enabled: false }]);
    const emptied = await app.call(actionsApi.update, { token, params: last, body: { environmentVariables: {} } });
    expect(emptied.body.environmentVariables).toBeUndefined();
  });

  test('deleting works once; reading after that returns 404', async () => {
    await app.call(actionsApi.save, { token, params: last, body: full });
    expect((await app.call(actionsApi.remove, { token, params: last })).status).toBe(204);
    for (const contract of [actionsApi.remove, actionsApi.get]) {
      expect(await app.call(contract, { token, params: last })).toMatchObject({
        status: 404,
        body: { code: 'entity.not_exists_with_id' },
      });
    }
  });

  test.each<[string, object]>([
    ['without a script', {}],
    ['with an unknown field', { script, tokenSample: {} }],
    ['with a script that is too long', { script: 'x'.repeat(65_537) }],
    [
      'with too many variables',
      { script, environmentVariables: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`V${n}`, ''])) },
    ],
    ['with a variable that is no text', { script, environmentVariables: { A: 1 } }],
    ['with a sample that is too long', { script, contextSample: 'x'.repeat(262_145) }],
    ['with an unknown error policy', { script, onExecutionError: 'retry' }],
    ['with enabled as text', { script, enabled: 'yes' }],
  ])('%s returns 400', async (_what, body) => {
    const answer = await app.call(actionsApi.save, { token, params: last, body: body as never });
    expect(answer).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });

  test('an unknown kind returns 400', async () => {
    const answer = await app.call(actionsApi.save, { token, params: { actionType: 'preSignIn' as never }, body: full });
    expect(answer).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });

  test('variables are sealed in the database, and the audit log has neither them nor the script', async () => {
    await app.call(actionsApi.save, { token, params: last, body: full });
    const stored = await app.read('default', (db) => db.selectFrom('actions').selectAll().execute());
    expect(JSON.stringify(stored)).not.toContain('canary-7f3a9c');
    const { rows } = await app.read('default', (db) => sql`select * from outbox`.execute(db));
    expect(JSON.stringify(rows)).toContain('ActionScript.Data.Updated');
    expect(JSON.stringify(rows)).not.toContain('runAction');
  });

  test('a sealed value of another script cannot be opened', async () => {
    await app.call(actionsApi.save, { token, params: first, body: full });
    await app.call(actionsApi.save, { token, params: last, body: full });
    await app.write('default', (db) =>
      sql`update actions set environment_variables = (select environment_variables from actions where type = 'postSignIn')
        where type = 'postFirstFactorVerification'`.execute(db),
    );
    expect(await app.call(actionsApi.get, { token, params: first })).toMatchObject({
      body: { code: 'vault.unreadable' },
    });
  });

  test('the people of the console sign in without scripts', async () => {
    const admin = await createMachine(app, 'admin', ['all']).catch(() => undefined);
    if (admin) {
      const answer = await app.call(actionsApi.save, { token: admin, tenantId: 'admin', params: last, body: full });
      expect(answer).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
    }
    await app.write('admin', (db) =>
      db.insertInto('actions').values({ type: 'postSignIn', script: 'x', enabled: true, version: 'v' }).execute(),
    );
    const { findEnabledAction } = await import('./index.ts');
    expect(await findEnabledAction(app.app, 'admin', 'postSignIn')).toBeUndefined();
  });

  test('another tenant sees nothing', async () => {
    await app.call(actionsApi.save, { token, params: last, body: full });
    const seen = await app.read('admin', (db) =>
      db.selectFrom('actions').select('type').where('script', '=', script).execute(),
    );
    expect(seen).toEqual([]);
  });
});

type Failed = { code: string; data: { message: string; errors: object[] } };

describe('testing a script', () => {
  const run = (body: string, more: object = {}) =>
    app.call(actionsApi.test, {
      token,
      body: {
        actionType: 'postSignIn',
        event: { user: { id: 'abc' }, password: 'correct horse battery' },
        environmentVariables: { KEY: 'very-secret-key' },
        script: `const runAction = async ({ event, environmentVariables }) => {\n${body}\n};`,
        ...more,
      },
    });

  test.each<[string, unknown]>([
    [
      'return { action: "updateUser", user: { name: event.user.id } };',
      { action: 'updateUser', user: { name: 'abc' } },
    ],
    ['return null;', null],
    ['return "text";', 'text'],
    ['return false;', false],
    ['return 0;', 0],
    ['return [1, { a: null }];', [1, { a: null }]],
    ['return environmentVariables.KEY;', 'very-secret-key'],
    ['return new Date(0);', '1970-01-01T00:00:00.000Z'],
  ])('%s', async (body, expected) => {
    const answer = await run(body);
    expect([answer.status, answer.body]).toEqual([200, expected]);
  });

  test('nothing returns 204', async () => {
    expect((await run('')).status).toBe(204);
    expect((await run('return undefined;')).status).toBe(204);
  });

  test.each<[string, string, RegExp]>([
    ['an error', 'throw new Error("no luck");', /no luck/],
    ['a syntax error', 'return {{;', /SyntaxError/],
    ['a function', 'return () => 1;', /must return JSON or nothing/],
    ['a big integer', 'return 1n;', /TypeError/],
    ['a circle', 'const a = {}; a.a = a; return a;', /TypeError/],
    ['a huge result', 'return "x".repeat(20000);', /more than 16384 characters/],
    ['a deep result', 'let a = {}; for (let i = 0; i < 100; i += 1) a = { a }; return a;', /nested too deeply/],
    ['a NUL', 'return "\\u0000";', /NUL/],
    ['an endless loop', 'for (;;) {}', /longer than 3 seconds/],
    ['an endless wait', 'await new Promise(() => {});', /never resolves/],
    ['too much memory', 'const a = []; for (;;) a.push("x".repeat(1e6) + a.length);', /MB of memory|longer than/],
  ])('%s returns 422', async (_what, body, message) => {
    const { status, body: given } = await run(body);
    const answer = given as Failed;
    expect([status, answer.code]).toEqual([422, 'action.general']);
    expect(answer.data.message).toMatch(message);
    expect(answer.data.errors).toEqual([expect.objectContaining({ message: answer.data.message })]);
  });

  test('a script without the function says so', async () => {
    const answer = await run('', { script: 'const getCustomJwtClaims = () => ({});' });
    expect((answer.body as Failed).data.message).toBe('The script must define a function named runAction.');
  });

  test('secrets are masked in messages', async () => {
    const { body } = await run('throw new Error(environmentVariables.KEY + JSON.stringify(event));');
    expect(JSON.stringify(body)).toContain('******');
    expect(JSON.stringify(body)).not.toMatch(/very-secret-key|correct horse battery/);
  });

  test('there is nothing to deny access with, and nothing besides fetch and console', async () => {
    const answer = await run('return [typeof api, typeof process, typeof require, typeof fetch];');
    expect(answer.body).toEqual(['undefined', 'undefined', 'undefined', 'function']);
  });

  test('private addresses are out of reach', async () => {
    const { body } = await run('await fetch("http://127.0.0.1:1/");');
    expect((body as Failed).data.message).toMatch(/fetch failed/);
  });

  test.each([
    ['an unknown kind', { actionType: 'preSignIn' }],
    ['an unknown field', { more: 1 }],
    ['no event', { event: undefined }],
  ])('%s returns 400', async (_what, more) => {
    expect(await run('', more)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });

  test('the report says what a sign-in would do', async () => {
    const report = async (body: string, actionType = 'postSignIn') =>
      (
        await app.call(actionsApi.testReport, {
          token,
          body: { actionType: actionType as 'postSignIn', event: {}, script: `const runAction = () => { ${body} };` },
        })
      ).body;
    expect(await report('console.warn("hi"); return { action: "updateUser" };')).toMatchObject({
      result: { action: 'updateUser' },
      verdict: 'updateUser',
      output: [{ level: 'warn', text: 'hi' }],
    });
    expect((await report('')).verdict).toBe('continue');
    expect((await report('return { action: "createUser" };')).verdict).toBe('refuse');
    expect((await report('', 'postFirstFactorVerification')).verdict).toBe('refuse');
    expect(await report('throw new Error("x");')).toMatchObject({ failure: { message: 'x' } });
    const made = 'return { action: "createUser", user: {}, passwordVerified: true };';
    expect((await report(made, 'action.postFirstFactorVerification')).verdict).toBe('createUser');
  });
});
