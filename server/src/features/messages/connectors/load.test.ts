import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownConnectors } from '@postern/connectors';
import { connectorFactoriesApi, connectorsApi } from '@postern/contracts/messages/connectors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSettings, ways } from '#testing/sign-in';
import { arrived, comeBack, leaveFor } from '#testing/social';
import { type TestApp, testApp } from '#testing/test-app';
import { sendMessage, socialConnector } from './index.ts';
import { externalFactories } from './load.ts';

/** A folder of packages as an operator would provide it, valid and invalid ones. */
let folder: string;
let app: TestApp;
let token: string;

const base = (id: string, more = '') => `
  id: '${id}', target: '${id}', platform: null, name: { en: '${id}' }, description: { en: 'd' },
  logo: './logo.svg', logoDark: null, readme: './README.md', ${more}`;

/** The issue format of zod 3; a package brings its own zod, so only the format matters. */
const guard = `{ safeParse: (value) => typeof value.key === 'string' ? { success: true, data: value }
  : { success: false, error: { issues: [{ path: ['key'], code: 'invalid_type', expected: 'string', received: 'undefined',
    message: 'Required ' + value.apiSecret }] } } }`;

const mailPackage = `export default async ({ getConfig, getI18nEmailTemplate }) => ({
  type: 'Email', metadata: { ${base('their-mail')} }, configGuard: ${guard},
  sendMessage: async (data, given) => {
    const config = given ?? (await getConfig('their-mail'));
    const template = await getI18nEmailTemplate(data.type, data.payload.locale);
    if (data.type === 'BindMfa') throw new TypeError('defect with ' + config.apiSecret);
    const error = new Error('x');
    error.code = config.key === 'limit' ? 'rate_limit_exceeded' : 'template_not_found';
    error.data = { template: template ?? 'none', reported: 'secret ' + config.apiSecret, to: data.to };
    throw error;
  },
});`;

const socialPackage = (id: string, result: string) => `export default async () => ({
  type: 'Social', metadata: { ${base(id, "formItems: [{ key: 'a', type: 'Text', label: 'A' }]")} }, configGuard: ${guard},
  getAuthorizationUri: async ({ state }, setSession) => { await setSession({ state, more: 1 }); return ${result}; },
  getUserInfo: async (data) => data,
});`;

async function addPackage(path: string, code: string, manifest: object = { main: 'index.js' }, files: object = {}) {
  const target = join(folder, path);
  await mkdir(target, { recursive: true });
  const all = {
    'package.json': JSON.stringify({ name: path, type: 'module', ...manifest }),
    'index.js': code,
    'logo.svg': '<svg/>',
    'README.md': '# Theirs',
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    await writeFile(join(target, name), content);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postern-connectors-'));
  await addPackage('their-mail', mailPackage);
  await addPackage('@scope/social', socialPackage('their-social', "'https://idp.test/?s=' + state"), {
    exports: { '.': { types: './x.d.ts', import: './index.js' } },
  });
  await addPackage('scripted', socialPackage('scripted', "'javascript:alert(1)'"), { exports: './index.js' });
  await addPackage('node_modules/from-npm', socialPackage('from-npm', "'https://npm.test/'"));
  await addPackage('node_modules/not-named', socialPackage('not-named', "''"));
  await writeFile(join(folder, 'package.json'), '{"dependencies":{"from-npm":"1.0.0","not-installed":"1.0.0"}}');
  // Packages that must not prevent the start.
  await addPackage('bad-syntax', 'export default {');
  await addPackage('bad-throws', 'throw new Error("boom");');
  await addPackage('bad-default', 'export const connector = 1;');
  await addPackage('bad-type', `export default async () => ({ type: 'Fax', metadata: {}, configGuard: ${guard} });`);
  await addPackage('bad-guard', mailPackage.replace(guard, '{}').replaceAll('their-mail', 'bad-guard'));
  await addPackage('bad-metadata', mailPackage.replace("name: { en: 'their-mail' },", ''));
  await addPackage('bad-method', mailPackage.replace('sendMessage:', 'send:').replaceAll('their-mail', 'bad-method'));
  await addPackage(
    'bad-logo',
    mailPackage.replaceAll('their-mail', 'bad-logo').replace('./logo.svg', './../../etc/x.svg'),
  );
  await addPackage('bad-manifest', '', {}, { 'package.json': '{' });
  await addPackage('taken', mailPackage.replaceAll('their-mail', 'http-email'));
  await addPackage('twice', mailPackage);
  await writeFile(join(folder, 'outside.svg'), '<svg/>');
  await addPackage('bad-link', mailPackage.replaceAll('their-mail', 'bad-link').replace('./logo.svg', './link.svg'));
  await symlink(join(folder, 'outside.svg'), join(folder, 'bad-link', 'link.svg'));
  await mkdir(join(folder, 'no-package'));
  await mkdir(join(folder, '.git'));

  app = await testApp({ CONNECTORS_DIR: folder });
  token = await app.managementToken();
  await externalFactories(app.app);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const logged = (text: string) =>
  app.logs.filter((line) => line.includes(text)).map((line) => JSON.parse(line) as Record<string, string>);

describe('packages of the operator', () => {
  test('are offered with the built-in ones if valid, including their files', async () => {
    const { body } = await app.call(connectorFactoriesApi.list, { token });
    expect(
      body
        .map(({ id }) => id)
        .filter((id) => !Object.hasOwn(ownConnectors, id))
        .sort(),
    ).toEqual(['from-npm', 'scripted', 'their-mail', 'their-social']);
    expect(body.find(({ id }) => id === 'their-mail')).toMatchObject({
      type: 'Email',
      readme: '# Theirs',
      logo: `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`,
    });
  });

  test('are skipped if invalid, with one clear line each', () => {
    const lines = logged('connector package skipped');
    const reasons = Object.fromEntries(lines.map((line) => [line.package, line.reason]));
    expect(lines).toHaveLength(Object.keys(reasons).length);
    expect(reasons).toMatchObject({
      'bad-throws': 'boom',
      'bad-default': 'the default export is no function',
      'bad-type': expect.stringMatching(/^unexpected_type/),
      'bad-guard': expect.stringMatching(/^invalid_config_guard/),
      'bad-metadata': 'invalid_metadata: name',
      'bad-method': 'not_implemented: sendMessage is missing',
      'bad-link': './link.svg leads out of the package',
      taken: 'the id http-email is taken by another connector',
      twice: 'the id their-mail is taken by another connector',
    });
    expect(Object.keys(reasons).sort()).toEqual([
      'bad-default',
      'bad-guard',
      'bad-link',
      'bad-logo',
      'bad-manifest',
      'bad-metadata',
      'bad-method',
      'bad-syntax',
      'bad-throws',
      'bad-type',
      'not-installed',
      'taken',
      'twice',
    ]);
  });

  const create = (connectorId: string, config: Record<string, unknown>) =>
    app.call(connectorsApi.create, { token, body: { connectorId, config } });

  test('check their own config, and their messages contain no secrets', async () => {
    const answer = await create('their-mail', { apiSecret: 'canary-secret' });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'connector.invalid_config', details: 'config.key: invalid_type, Required ******' },
    });
  });

  test('have localized issues without secrets', async () => {
    const { body } = await create('their-mail', { apiSecret: 'canary-secret' });
    expect((body as unknown as { data: unknown }).data).toEqual({
      issues: [{ path: ['config', 'key'], code: 'required', message: 'Enter a value.' }],
    });
    expect(JSON.stringify(body)).not.toContain('canary');
  });

  const send = (type: 'SignIn' | 'BindMfa', to: string) =>
    sendMessage(app.app, 'default', { kind: 'Email', to, type, payload: { code: '1' } }).catch(
      (error: { code: string; status: number; options: { data: unknown } }) => error,
    );

  test('have errors that are recognized by shape, with data without secrets', async () => {
    await create('their-mail', { key: 'k', apiSecret: 'canary-secret' });
    expect(await send('SignIn', 'a@example.org')).toMatchObject({
      code: 'connector.template_not_found',
      status: 400,
      options: { data: { template: 'none', reported: 'secret ******', to: 'a@example.org' } },
    });
    await create('their-mail', { key: 'limit', apiSecret: 'canary-secret' });
    expect(await send('SignIn', 'b@example.org')).toMatchObject({ code: 'connector.rate_limit_exceeded', status: 429 });
    expect(await send('BindMfa', 'c@example.org')).toMatchObject({ code: 'connector.general', status: 400 });
    expect(logged('connector failed')).toMatchObject([{ connector: 'their-mail', message: 'defect with ******' }]);
    expect(app.logs.join('')).not.toContain('canary');
  });

  test('cannot reach the operator’s network, on save and on use (attack 23)', async () => {
    const hostile = { key: 'k', endpoint: 'http://169.254.169.254/latest' };
    expect(await create('their-mail', hostile)).toMatchObject({
      status: 400,
      body: {
        code: 'connector.invalid_config',
        details: expect.stringContaining('config.endpoint: custom, The host 169'),
      },
    });
    await create('their-mail', { key: 'k' });
    await app.write('default', (db) =>
      db
        .updateTable('connectors')
        .set({ config: JSON.stringify(hostile) })
        .execute(),
    );
    expect(await send('SignIn', 'd@example.org')).toMatchObject({ code: 'connector.invalid_config' });
  });

  test('prove addresses and numbers without a flag, if the tenant trusts them (observed 2, row 13)', async () => {
    const factory = { connectorId: 'from-npm', config: { key: 'k' } };
    const { body } = await app.call(connectorsApi.create, { token, body: { ...factory, trustAddresses: true } });
    await changeSettings(app, {
      signIn: ways({ identifier: 'phone', password: true, verificationCode: true }),
      signUp: { identifiers: ['phone'], password: false, verify: true },
      signInMode: 'SignInAndRegister',
      socialSignInConnectorTargets: [body.target ?? ''],
    });
    const register = async (data: object) => {
      const person = await arrived(app, 'Register');
      const verificationId = await leaveFor(person, body.id);
      await comeBack(person, body.id, verificationId, { state: 'st', ...data });
      const { status, code } = await person.identify(verificationId);
      return [status, code];
    };
    expect(await register({ id: 'a', phone: '4915199990001', isPhoneVerified: false })).toEqual([
      422,
      'user.missing_profile',
    ]);
    expect(await register({ id: 'b', phone: '4915199990002' })).toEqual([201, undefined]);
  });

  test('return validated data to a sign-in', async () => {
    const { body } = await create('their-social', { key: 'k' });
    const social = await socialConnector(app.app, 'default', body.id);
    const request = { state: 's', redirectUri: 'https://x.test', jti: 'j', headers: {} };
    let kept: unknown;
    const uri = await social.getAuthorizationUri(request, async (session) => {
      kept = session;
    });
    expect([uri, kept]).toEqual(['https://idp.test/?s=s', { state: 's', more: 1 }]);
    const session = async () => ({});
    expect(await social.getUserInfo({ id: '1', name: 'Ada', extra: 1 }, session)).toEqual({ id: '1', name: 'Ada' });
    await expect(social.getUserInfo({ id: 7 }, session)).rejects.toMatchObject({ code: 'connector.invalid_response' });
    await expect(social.getAccessTokenByRefreshToken('x')).rejects.toMatchObject({ code: 'connector.not_implemented' });
    const scripted = await create('scripted', { key: 'k' });
    const hostile = await socialConnector(app.app, 'default', scripted.body.id);
    await expect(hostile.getAuthorizationUri(request, async () => undefined)).rejects.toMatchObject({
      code: 'connector.invalid_response',
    });
  });
});
