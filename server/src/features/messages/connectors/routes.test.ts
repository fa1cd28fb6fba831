import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { type CreateConnector, connectorFactoriesApi, connectorsApi } from '@postern/contracts/messages/connectors';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() => app.write('default', async (db) => void (await db.deleteFrom('connectors').execute())));

const create = (body: CreateConnector & Record<string, unknown>) => app.call(connectorsApi.create, { token, body });
const update = (id: string, body: object) => app.call(connectorsApi.update, { token, params: { id }, body });
const list = async (query: Record<string, string> = {}) => (await app.call(connectorsApi.list, { token, query })).body;

const client = { clientId: 'id', clientSecret: 'secret' };
const github = { connectorId: 'github-universal', config: client };
const mail = { connectorId: 'http-email', config: { endpoint: 'https://203.0.114.1/mail' } };
const endpoints = {
  authorizationEndpoint: 'https://idp.example.com/auth',
  tokenEndpoint: 'https://idp.example.com/token',
  userInfoEndpoint: 'https://idp.example.com/me',
};
const own = (target: string, more: object = {}) => ({
  connectorId: 'oauth2',
  config: { ...client, ...endpoints },
  metadata: { target, name: { en: target }, ...more },
});
const refused = (status: number, code: string) => ({ status, body: { code } });

describe('factories', () => {
  test('have the texts of their forms in the language of the caller', async () => {
    const get = async (id: string, language: string) =>
      (await app.call(connectorFactoriesApi.get, { token, params: { id }, headers: { 'accept-language': language } }))
        .body;
    const { name, description, formItems = [] } = await get('google-universal', 'de-AT');
    expect(name).toEqual({ en: 'Google' });
    expect(description).toEqual({
      en: 'People sign in with their Google account.',
      de: 'Anmeldung mit dem Google-Konto.',
    });
    expect(formItems.map(({ label }) => label)).toEqual([
      'Client-ID',
      'Client-Secret',
      'Scope',
      'Abfragen',
      'Offline-Zugriff',
    ]);
    expect((await get('logto-email', 'de')).name).toEqual({
      en: 'Built-in email service',
      de: 'Eingebauter E-Mail-Dienst',
    });
    expect((await get('google-universal', 'tlh')).description).toEqual({ en: description.en });
    const { body } = await create(github);
    const read = await app.call(connectorsApi.get, {
      token,
      params: { id: body.id },
      headers: { 'accept-language': 'de' },
    });
    expect(read.body.formItems?.[0]).toMatchObject({ key: 'clientId', label: 'Client-ID' });
  });

  test('lists all built-in ones with logo, guide and form', async () => {
    const { body } = await app.call(connectorFactoriesApi.list, { token });
    expect(body.map(({ id, type, target, platform }) => [id, type, target, platform])).toEqual([
      ['simple-mail-transfer-protocol', 'Email', 'smtp', null],
      ['mailgun-email', 'Email', 'mailgun-email', null],
      ['sendgrid-email-service', 'Email', 'sendgrid-mail', null],
      ['aliyun-direct-mail', 'Email', 'aliyun-dm', null],
      ['aws-ses-mail', 'Email', 'aws-ses', null],
      ['postmark-mail', 'Email', 'postmark-mail', null],
      ['smtp2go-email-service', 'Email', 'smtp2go-email', null],
      ['mailjunky-email-service', 'Email', 'mailjunky-mail', null],
      ['logto-email', 'Email', 'logto-email', null],
      ['http-email', 'Email', 'http-email', null],
      ['twilio-short-message-service', 'Sms', 'twilio-sms', null],
      ['vonage-sms', 'Sms', 'vonage-sms', null],
      ['gatewayapi-sms', 'Sms', 'gatewayapi-sms', null],
      ['smsaero-short-message-service', 'Sms', 'smsaero-sms', null],
      ['aliyun-short-message-service', 'Sms', 'aliyun-sms', null],
      ['tencent-short-message-service', 'Sms', 'tencent-sms', null],
      ['aliyun-short-message-auth-service', 'Sms', 'aliyun-sms-mas', null],
      ['smsbao-sms', 'Sms', 'smsbao-sms', null],
      ['whatsapp-short-message-service', 'Sms', 'whatsapp-sms', null],
      ['yunpian-sms', 'Sms', 'yunpian-sms', null],
      ['logto-sms', 'Sms', 'logto-sms', null],
      ['http-sms', 'Sms', 'http-sms', null],
      ['google-universal', 'Social', 'google', 'Universal'],
      ['github-universal', 'Social', 'github', 'Universal'],
      ['discord-universal', 'Social', 'discord', 'Universal'],
      ['apple-universal', 'Social', 'apple', 'Universal'],
      ['azuread-universal', 'Social', 'azuread', 'Universal'],
      ['amazon-universal', 'Social', 'amazon', 'Universal'],
      ['facebook-universal', 'Social', 'facebook', 'Universal'],
      ['gitlab-universal', 'Social', 'gitlab', 'Universal'],
      ['slack-universal', 'Social', 'slack', 'Universal'],
      ['linkedin-universal', 'Social', 'linkedin', 'Universal'],
      ['x-universal', 'Social', 'x', 'Universal'],
      ['line-universal', 'Social', 'line', 'Universal'],
      ['kakao-universal', 'Social', 'kakao', 'Universal'],
      ['naver-universal', 'Social', 'naver', 'Universal'],
      ['huggingface-universal', 'Social', 'huggingface', 'Universal'],
      ['patreon-universal', 'Social', 'patreon', 'Universal'],
      ['kook-universal', 'Social', 'kook', 'Universal'],
      ['qq-universal', 'Social', 'qq', 'Universal'],
      ['wechat-web', 'Social', 'wechat', 'Web'],
      ['wechat-native', 'Social', 'wechat', 'Native'],
      ['wecom-universal', 'Social', 'wecom', 'Universal'],
      ['dingtalk-web', 'Social', 'dingtalk', 'Web'],
      ['feishu-web', 'Social', 'feishu', 'Web'],
      ['alipay-web', 'Social', 'alipay', 'Web'],
      ['alipay-native', 'Social', 'alipay', 'Native'],
      ['xiaomi-universal', 'Social', 'xiaomi', 'Universal'],
      ['oauth2', 'Social', 'oauth2', 'Universal'],
      ['oidc', 'Social', 'oidc', 'Universal'],
      ['saml', 'Social', 'saml', 'Universal'],
      ['logto-social-demo', 'Social', 'logto-social-demo', 'Universal'],
    ]);
    for (const { logo, logoDark, readme, formItems } of body) {
      expect(logo).toMatch(/^data:image\/svg\+xml;base64,/);
      expect(logoDark === null || logoDark.startsWith('data:')).toBe(true);
      expect(readme).toMatch(/^# /);
      expect(formItems?.length).toBeGreaterThan(1);
    }
    expect(body.filter(({ isStandard }) => isStandard).map(({ id }) => id)).toEqual([
      'oauth2',
      'oidc',
      'saml',
      'logto-social-demo',
    ]);
    expect(body.filter(({ isDemo }) => isDemo).map(({ id }) => id)).toEqual(['logto-sms', 'logto-social-demo']);
    expect(body.filter(({ isTokenStorageSupported: is }) => is).map(({ id }) => id)).toEqual([
      'google-universal',
      'github-universal',
      'facebook-universal',
      'oauth2',
      'oidc',
    ]);
  });

  test('returns one by id; names of Object.prototype are unknown', async () => {
    const get = (id: string) => app.call(connectorFactoriesApi.get, { token, params: { id } });
    expect((await get('oidc')).body).toMatchObject({ id: 'oidc', type: 'Social', isStandard: true });
    for (const id of ['nothing', 'constructor', '__proto__', 'toString']) {
      expect(await get(id)).toMatchObject(refused(404, 'entity.not_found'));
    }
  });
});

describe('create', () => {
  test('returns the connector with the metadata of its factory', async () => {
    const { status, body } = await create({ ...github, syncProfile: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[\da-z]{12}$/),
      connectorId: 'github-universal',
      config: client,
      metadata: {},
      syncProfile: true,
      enableTokenStorage: false,
      type: 'Social',
      target: 'github',
      platform: 'Universal',
      name: { en: 'GitHub' },
    });
    expect((await app.call(connectorsApi.get, { token, params: { id: body.id } })).body).toEqual(body);
    const hidden = { ...body, config: { ...client, clientSecret: '******' } };
    expect(await list()).toEqual([hidden]);
    expect(await list({ target: 'github' })).toEqual([hidden]);
    expect(await list({ target: 'google' })).toEqual([]);
  });

  test('accepts a custom id once', async () => {
    expect((await create({ ...github, id: 'my-github' })).body.id).toBe('my-github');
    expect(await create({ ...own('a'), id: 'my-github' })).toMatchObject(
      refused(422, 'entity.unique_integrity_violation'),
    );
    expect((await create({ ...own('a'), id: 'a/b' })).status).toBe(400);
  });

  test('accepts a connector without a config', async () => {
    const { status, body } = await create({ connectorId: 'google-universal' });
    expect([status, body.config]).toEqual([200, {}]);
  });

  test('rejects an unknown factory', async () => {
    expect(await create({ connectorId: 'carrier-pigeon' })).toMatchObject(
      refused(422, 'connector.not_found_with_connector_id'),
    );
  });

  test('rejects a demo factory, even with a target', async () => {
    expect(await create({ connectorId: 'logto-social-demo', metadata: { target: 'demo' } })).toMatchObject(
      refused(422, 'connector.not_found_with_connector_id'),
    );
  });

  test('one provider may have a connector for the web and one for native apps', async () => {
    const config = { appId: 'id', appSecret: 'secret' };
    expect((await create({ connectorId: 'wechat-web', config })).body).toMatchObject({
      target: 'wechat',
      platform: 'Web',
    });
    expect((await create({ connectorId: 'wechat-native', config })).body).toMatchObject({
      target: 'wechat',
      platform: 'Native',
    });
    expect(await create({ connectorId: 'wechat-native', config })).toMatchObject(
      refused(422, 'connector.multiple_instances_not_supported'),
    );
  });

  test('lists the demo for SMS, but creates no connector from it', async () => {
    const { body } = await app.call(connectorFactoriesApi.get, { token, params: { id: 'logto-sms' } });
    expect(body).toMatchObject({ id: 'logto-sms', type: 'Sms', isDemo: true });
    const config = {
      tokenEndpoint: 'https://203.0.114.1/token',
      endpoint: 'https://203.0.114.1/messages',
      resource: 'https://cloud.example.com/api',
      appId: 'app',
      appSecret: 'secret',
    };
    const answer = await create({ connectorId: 'logto-sms', config });
    expect(answer).toMatchObject(refused(422, 'connector.not_found_with_connector_id'));
    const created = await create({ connectorId: 'logto-email', config });
    expect(created).toMatchObject({ status: 200, body: { connectorId: 'logto-email', type: 'Email' } });
    expect(created.body).not.toHaveProperty('isDemo');
  });

  test('rejects an invalid config by field, without its values', async () => {
    const answer = await create({ ...github, config: { clientId: 'canary-id', clientSecret: 7 } });
    expect(answer).toMatchObject(refused(400, 'connector.invalid_config'));
    expect((answer.body as unknown as { details: string }).details).toMatch(/^config\.clientSecret: invalid_type/);
    expect(await list()).toEqual([]);
  });

  test('reports each invalid field in the language of the request', async () => {
    const answer = await app.call(connectorsApi.create, {
      token,
      headers: { 'accept-language': 'de' },
      body: { ...github, config: { clientSecret: 7 } },
    });
    expect((answer.body as unknown as { data: unknown }).data).toEqual({
      issues: [
        { path: ['config', 'clientId'], code: 'required', message: 'Geben Sie einen Wert ein.' },
        { path: ['config', 'clientSecret'], code: 'wrong_type', message: 'Geben Sie einen Text ein.' },
      ],
    });
  });

  test('removes empty form values', async () => {
    expect((await create({ ...github, config: { ...client, scope: '', extra: null } })).body.config).toEqual(client);
  });

  test('allows one instance per provider', async () => {
    await create(github);
    expect(await create(github)).toMatchObject(refused(422, 'connector.multiple_instances_not_supported'));
  });

  test('a standard connector needs a target that is unique on its platform', async () => {
    expect(await create({ connectorId: 'oidc' })).toMatchObject(refused(400, 'connector.should_specify_target'));
    expect(await create({ ...own(''), metadata: { target: '' } })).toMatchObject(
      refused(400, 'connector.should_specify_target'),
    );
    const { body } = await create(own('acme', { logo: 'https://acme.test/logo.svg' }));
    expect(body).toMatchObject({
      target: 'acme',
      name: { en: 'acme' },
      logo: 'https://acme.test/logo.svg',
      logoDark: null,
      metadata: { target: 'acme', name: { en: 'acme' }, logo: 'https://acme.test/logo.svg' },
    });
    expect((await create(own('other'))).status).toBe(200);
    expect(await create(own('acme'))).toMatchObject({
      status: 422,
      body: {
        code: 'connector.multiple_target_with_same_platform',
        data: { connectorId: 'oauth2', connectorName: { en: 'acme' } },
      },
    });
    await create(github);
    expect(await create(own('github'))).toMatchObject(refused(422, 'connector.multiple_target_with_same_platform'));
  });

  test('only a standard connector can have custom metadata', async () => {
    expect(await create({ ...github, metadata: { name: { en: 'Ours' } } })).toMatchObject(
      refused(400, 'connector.cannot_overwrite_metadata_for_non_standard_connector'),
    );
    expect((await create({ ...github, metadata: {} })).status).toBe(200);
  });

  test('only some connectors store tokens, and only social ones sync profiles', async () => {
    expect(await create({ connectorId: 'discord-universal', enableTokenStorage: true })).toMatchObject(
      refused(422, 'connector.token_storage_not_supported'),
    );
    expect(await create({ ...mail, enableTokenStorage: true })).toMatchObject(
      refused(422, 'connector.token_storage_not_supported'),
    );
    expect(await create({ ...mail, syncProfile: true })).toMatchObject(
      refused(422, 'connector.invalid_type_for_syncing_profile'),
    );
    expect((await create({ ...github, enableTokenStorage: true })).body.enableTokenStorage).toBe(true);
  });

  test('a new sender replaces the old one of its kind', async () => {
    const { body: first } = await create(mail);
    const { body: sms } = await create({ connectorId: 'http-sms', config: mail.config });
    const { body: second } = await create({ ...mail, connectorId: 'http-email' });
    expect((await list()).map(({ id }) => id)).toEqual([sms.id, second.id]);
    expect(first.id).not.toBe(second.id);
  });

  test('one of several concurrently created senders is left (attack 38)', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(mail)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await list()).toHaveLength(1);
  });

  test('one of several concurrently created connectors with the same target is left (attack 38)', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(own('same'))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await list()).toHaveLength(1);
  });

  test.each<Record<string, unknown>>([
    { connectorId: '' },
    { connectorId: 7 },
    { connectorId: 'oauth2', unknown: 1 },
    { connectorId: 'oauth2', metadata: { target: 'x', unknown: 1 } },
    { connectorId: 'oauth2', metadata: { target: 'x'.repeat(129) } },
    { connectorId: 'oauth2', metadata: { target: 'x', name: { de: 'no English' } } },
    { connectorId: 'github-universal', config: [] },
    { connectorId: 'github-universal', config: 'text' },
  ])('%j is refused', async (body) => {
    expect(await create(body as CreateConnector)).toMatchObject(refused(400, 'guard.invalid_input'));
  });
});

describe('update', () => {
  test('a list masks secrets, a single connector shows them, and masked values are kept on update', async () => {
    const { body: made } = await create(github);
    const { body: smtp } = await create({
      connectorId: 'simple-mail-transfer-protocol',
      config: {
        host: '203.0.114.1',
        port: 465,
        auth: { user: 'mailer', pass: 'canary-pass', type: 'login' },
        fromEmail: 'a@example.com',
        templates: [{ usageType: 'Generic', contentType: 'text/plain', subject: 'Code', content: '{{code}}' }],
      },
    });
    const listed = await list();
    expect(JSON.stringify(listed)).not.toMatch(/canary-pass|"secret"/);
    expect(listed.find(({ id }) => id === made.id)?.config).toEqual({ clientId: 'id', clientSecret: '******' });
    const get = async (id: string) => (await app.call(connectorsApi.get, { token, params: { id } })).body.config;
    expect(await get(made.id)).toEqual(client);
    for (const { id, config } of listed) {
      const before = await get(id);
      expect((await update(id, { config })).status).toBe(200);
      expect(await get(id)).toEqual(before);
    }
    await update(made.id, { config: { clientId: 'other', clientSecret: '******' } });
    expect(await get(made.id)).toEqual({ clientId: 'other', clientSecret: 'secret' });
    await update(made.id, { config: { clientId: 'other', clientSecret: 'new' } });
    expect(await get(made.id)).toEqual({ clientId: 'other', clientSecret: 'new' });
    expect((await get(smtp.id)).auth).toMatchObject({ pass: 'canary-pass' });
  });

  test('replaces config and metadata, without empty values', async () => {
    const { body } = await create(own('acme', { logo: 'https://acme.test/l.svg' }));
    const config = { ...client, ...endpoints, scope: 'me' };
    const answer = await update(body.id, {
      config: { ...config, customConfig: null },
      metadata: { name: { en: 'ACME' }, logo: '', logoDark: null },
      syncProfile: true,
    });
    expect(answer).toMatchObject({ status: 200, body: { config, syncProfile: true, target: 'acme' } });
    expect(answer.body.metadata).toEqual({ name: { en: 'ACME' }, target: 'acme' });
    expect(answer.body.logo).toMatch(/^data:/);
    expect((await update(body.id, {})).body).toEqual(answer.body);
  });

  test('rejects invalid changes', async () => {
    const { body: standard } = await create(own('acme'));
    expect(await update(standard.id, { metadata: { target: 'other' } })).toMatchObject(
      refused(400, 'connector.can_not_modify_target'),
    );
    expect((await update(standard.id, { metadata: { target: 'acme' } })).status).toBe(200);
    expect(await update(standard.id, { config: { clientId: 'x' } })).toMatchObject(
      refused(400, 'connector.invalid_config'),
    );
    const { body: plain } = await create(github);
    expect(await update(plain.id, { metadata: { name: { en: 'x' } } })).toMatchObject(
      refused(400, 'connector.cannot_overwrite_metadata_for_non_standard_connector'),
    );
    const { body: sender } = await create(mail);
    expect(await update(sender.id, { syncProfile: true })).toMatchObject(
      refused(422, 'connector.invalid_type_for_syncing_profile'),
    );
    expect(await update(sender.id, { enableTokenStorage: true })).toMatchObject(
      refused(422, 'connector.token_storage_not_supported'),
    );
    expect(await update('nothing', {})).toMatchObject(refused(404, 'entity.not_found'));
    // A key of the entity that cannot change is ignored.
    expect(await update(plain.id, { connectorId: 'oidc' })).toMatchObject({
      status: 200,
      body: { connectorId: plain.connectorId },
    });
  });
});

describe('delete', () => {
  const experience = async () => (await app.call(wellKnownApi.experience)).body;
  const offer = (targets: string[]) =>
    app.write('default', (db) =>
      db
        .updateTable('sign_in_experiences')
        .set({ social_sign_in_connector_targets: JSON.stringify(targets) })
        .execute(),
    );

  test('removes the target from the sign-in pages', async () => {
    const { body } = await create(github);
    await create(own('acme'));
    await offer(['acme', 'github']);
    expect((await experience()).socialConnectors.map(({ target }) => target)).toEqual(['acme', 'github']);
    expect((await app.call(connectorsApi.remove, { token, params: { id: body.id } })).status).toBe(204);
    const after = await experience();
    expect(after.socialSignInConnectorTargets).toEqual(['acme']);
    expect(after.socialConnectors).toMatchObject([{ target: 'acme', name: { en: 'acme' }, platform: 'Universal' }]);
    for (const contract of [connectorsApi.get, connectorsApi.remove]) {
      expect(await app.call(contract, { token, params: { id: body.id } })).toMatchObject(
        refused(404, 'entity.not_found'),
      );
    }
  });

  test('can delete a connector whose package is missing', async () => {
    await app.write('default', (db) =>
      db
        .insertInto('connectors')
        .values({ id: 'gone', connector_id: 'gone-package', type: 'Social', target: 'x' })
        .execute(),
    );
    expect(await list()).toEqual([]);
    expect(await app.call(connectorsApi.get, { token, params: { id: 'gone' } })).toMatchObject({ status: 404 });
    expect((await experience()).socialConnectors).toEqual([]);
    expect((await app.call(connectorsApi.remove, { token, params: { id: 'gone' } })).status).toBe(204);
  });
});

test('emits events without the config', async () => {
  const { body } = await create({ ...github, config: { ...client, clientSecret: 'canary-outbox' } });
  await update(body.id, { config: { ...client, clientSecret: 'canary-outbox-2' } });
  await app.call(connectorsApi.remove, { token, params: { id: body.id } });
  await app.worker.drain();
  const rows = await app.app.tenancy.system((db) =>
    db.selectFrom('logs').select(['key', 'payload']).where('key', 'like', 'Connector.%').execute(),
  );
  const mine = rows.filter(({ payload }) => JSON.stringify(payload).includes(body.id));
  expect(mine.map(({ key }) => key).sort()).toEqual([
    'Connector.Created',
    'Connector.Data.Updated',
    'Connector.Deleted',
  ]);
  expect(JSON.stringify(rows)).not.toContain('canary');
});

test('another tenant sees nothing', async () => {
  const { body: mine } = await create(github);
  const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
  const params = { id: mine.id };
  expect((await app.call(connectorsApi.list, calls)).body).toEqual([]);
  for (const answer of [
    await app.call(connectorsApi.get, { ...calls, params }),
    await app.call(connectorsApi.update, { ...calls, params, body: { config: {} } }),
    await app.call(connectorsApi.remove, { ...calls, params }),
    await app.call(connectorsApi.authorizationUri, {
      ...calls,
      params: { connectorId: mine.id },
      body: { state: 'x', redirectUri: 'https://x.test' },
    }),
  ]) {
    expect(answer).toMatchObject(refused(404, 'entity.not_found'));
  }
  expect(await list()).toEqual([{ ...mine, config: { ...client, clientSecret: '******' } }]);
});

test('stores tokens only if the server has a vault key', async () => {
  const isReady = app.app.vault.isReady;
  app.app.vault.isReady = false;
  try {
    expect(await create({ ...github, enableTokenStorage: true })).toMatchObject(
      refused(422, 'request.feature_not_supported'),
    );
  } finally {
    app.app.vault.isReady = isReady;
  }
});
