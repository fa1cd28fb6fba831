import { X509Certificate } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { nameIdFormats, samlApplicationsApi, samlBindings } from '@postern/contracts/access/saml-applications';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { createCertificate } from './create-certificate.ts';
import { purgeSamlSessions } from './sessions.store.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const year = 365.25 * 86_400_000;
const create = (body: Record<string, unknown> = {}) =>
  app.call(samlApplicationsApi.create, { token, body: { name: 'Expense portal', ...body } as never });
const remove = (id: string) => app.call(samlApplicationsApi.remove, { token, params: { id } });
const secretsOf = async (id: string) =>
  (await app.call(samlApplicationsApi.listSecrets, { token, params: { id } })).body;

async function withApplication(work: (id: string) => Promise<void>, body: Record<string, unknown> = {}) {
  const { body: created } = await create(body);
  try {
    await work(created.id);
  } finally {
    await remove(created.id);
  }
}

test('a new application has persistent names and an active certificate for three years', async () => {
  const { status, body } = await create({ description: 'Claims', customData: { a: 1 } });
  expect(status).toBe(201);
  expect(body).toEqual({
    tenantId: 'default',
    id: expect.stringMatching(/^[\da-z]{21}$/),
    name: 'Expense portal',
    description: 'Claims',
    type: 'SAML',
    customData: { a: 1 },
    isThirdParty: false,
    appLevelAccessControlEnabled: false,
    createdAt: expect.any(Number),
    attributeMapping: {},
    entityId: null,
    acsUrl: null,
    additionalAcsUrls: [],
    additionalAttributes: [],
    encryption: null,
    nameIdFormat: nameIdFormats.persistent,
    requestSigning: null,
    singleLogoutUrl: null,
    idpInitiated: null,
  });
  const [secret, ...others] = await secretsOf(body.id);
  expect(others).toEqual([]);
  expect(secret).toMatchObject({ active: true });
  expect((secret?.expiresAt ?? 0) - Date.now()).toBeGreaterThan(2.9 * year);
  const certificate = new X509Certificate(secret?.certificate ?? '');
  expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(4096);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(secret?.fingerprints.sha256).toEqual({
    formatted: certificate.fingerprint256,
    unformatted: certificate.fingerprint256.replaceAll(':', ''),
  });
  expect(JSON.stringify(secret)).not.toContain('PRIVATE');
  expect((await app.call(samlApplicationsApi.get, { token, params: { id: body.id } })).body).toEqual(body);
  expect((await remove(body.id)).status).toBe(204);
  expect(await remove(body.id)).toMatchObject({ status: 404, body: { code: 'entity.not_exists_with_id' } });
});

test('an update changes what it names', async () => {
  const { certificate } = await createCertificate('sp.example', 1);
  await withApplication(async (id) => {
    const body = {
      name: 'Portal',
      entityId: 'urn:portal',
      acsUrl: { binding: samlBindings.post, url: 'https://sp.example/acs' },
      attributeMapping: { email: 'mail' },
      encryption: { encryptAssertion: true, encryptThenSign: false, certificate },
      requestSigning: { certificate, isRequired: true },
    };
    const { body: updated } = await app.call(samlApplicationsApi.update, { token, params: { id }, body });
    expect(updated).toMatchObject(body);
    const { body: again } = await app.call(samlApplicationsApi.update, {
      token,
      params: { id },
      body: { encryption: null },
    });
    expect(again).toEqual({ ...updated, encryption: null });
  });
});

test.each([
  [{ acsUrl: { binding: samlBindings.redirect, url: 'https://sp.example' } }, 422, 'acs_url_binding_not_supported'],
  [
    { encryption: { encryptAssertion: true, encryptThenSign: true, certificate: 'junk' } },
    400,
    'invalid_certificate_pem_format',
  ],
  [{ requestSigning: { certificate: 'junk', isRequired: true } }, 400, 'invalid_certificate_pem_format'],
])('%j is refused', async (body, status, code) => {
  expect(await create(body)).toMatchObject({ status, body: { code: `application.saml.${code}` } });
  await withApplication(async (id) => {
    const answer = await app.call(samlApplicationsApi.update, { token, params: { id }, body: body as never });
    expect(answer).toMatchObject({ status, body: { code: `application.saml.${code}` } });
  });
});

test.each([
  { encryption: { encryptAssertion: true } },
  { encryption: { encryptAssertion: true, encryptThenSign: true } },
  { nameIdFormat: 'urn:other' },
  { attributeMapping: { password: 'p' } },
  { entityId: 'x'.repeat(129) },
  { name: '' },
  { type: 'SPA' },
])('%j is not valid', async (body) => {
  expect(await create(body)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
});

test('other applications are refused here, and SAML applications there', async () => {
  const { body: spa } = await app.call(applicationsApi.create, { token, body: { name: 'x', type: 'SPA' } });
  for (const contract of [samlApplicationsApi.get, samlApplicationsApi.remove, samlApplicationsApi.listSecrets]) {
    expect(await app.call(contract, { token, params: { id: spa.id } })).toMatchObject({
      status: 422,
      body: { code: 'application.saml.saml_application_only' },
    });
  }
  await withApplication(async (id) => {
    expect(await app.call(applicationsApi.remove, { token, params: { id } })).toMatchObject({
      status: 400,
      body: { code: 'application.saml.use_saml_app_api' },
    });
  });
});

describe('certificates', () => {
  test('activating one deactivates the others; the active one cannot be deleted', async () => {
    await withApplication(async (id) => {
      const [first] = await secretsOf(id);
      const { status, body: second } = await app.call(samlApplicationsApi.createSecret, {
        token,
        params: { id },
        body: { lifeSpanInYears: 1 },
      });
      expect([status, second.active]).toEqual([201, false]);
      const params = { id, secretId: second.id };
      const update = (active: boolean) =>
        app.call(samlApplicationsApi.updateSecret, { token, params, body: { active } });
      expect((await update(true)).body.active).toBe(true);
      expect((await secretsOf(id)).map((one) => [one.id, one.active])).toEqual([
        [second.id, true],
        [first?.id, false],
      ]);
      expect(await app.call(samlApplicationsApi.removeSecret, { token, params })).toMatchObject({
        status: 400,
        body: { code: 'application.saml.can_not_delete_active_secret' },
      });
      expect((await update(false)).body.active).toBe(false);
      expect((await app.call(samlApplicationsApi.removeSecret, { token, params })).status).toBe(204);
      expect(await app.call(samlApplicationsApi.removeSecret, { token, params })).toMatchObject({ status: 404 });
      expect(await update(true)).toMatchObject({ status: 404 });
    });
  });

  test.each([0, 1.5, -1, 1000])('a life of %d years is not valid', async (lifeSpanInYears) => {
    await withApplication(async (id) => {
      const answer = await app.call(samlApplicationsApi.createSecret, {
        token,
        params: { id },
        body: { lifeSpanInYears },
      });
      expect(answer.status).toBe(400);
    });
  });

  test('a copy of the database contains no private key', async () => {
    await withApplication(async () => {
      const rows = await app.read('default', (db) =>
        db.selectFrom('saml_application_secrets').select('private_key').execute(),
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]?.private_key).toMatch(/^v1\./);
    });
  });
});

test('an installation without plans can have any number', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => create()));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
  for (const { body } of answers) {
    await remove(body.id);
  }
});

test('the purge deletes expired sign-ins', async () => {
  await withApplication(async (id) => {
    await app.write('default', (db) =>
      db
        .insertInto('saml_application_sessions')
        .values([
          { id: 'old', application_id: id, oidc_state: 'a', expires_at: new Date(Date.now() - 1000) },
          { id: 'new', application_id: id, oidc_state: 'b', expires_at: new Date(Date.now() + 60_000) },
        ])
        .execute(),
    );
    await app.app.tenancy.system(purgeSamlSessions);
    const rows = await app.read('default', (db) => db.selectFrom('saml_application_sessions').select('id').execute());
    expect(rows).toEqual([{ id: 'new' }]);
  });
});

test('another tenant sees nothing', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  try {
    const mine = await (await consoleTokens(cloud, 'mine')).createTenant('Mine');
    const theirs = await (await consoleTokens(cloud, 'theirs')).createTenant('Theirs');
    const owner = { token: await cloud.managementToken(mine), tenantId: mine };
    const stranger = { token: await cloud.managementToken(theirs), tenantId: theirs };
    const { status, body } = await cloud.call(samlApplicationsApi.create, { ...owner, body: { name: 'Portal' } });
    expect(status).toBe(201);
    const params = { id: body.id };
    for (const contract of [
      samlApplicationsApi.get,
      samlApplicationsApi.listSecrets,
      samlApplicationsApi.remove,
      samlApplicationsApi.metadata,
    ]) {
      expect((await cloud.call(contract, { ...stranger, params })).status).toBe(404);
    }
    expect((await cloud.call(samlApplicationsApi.get, { ...owner, params })).status).toBe(200);
  } finally {
    await cloud.close();
  }
});
