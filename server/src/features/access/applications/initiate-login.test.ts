import { applicationsApi, type CreateApplication } from '@postern/contracts/access/applications';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

type Metadata = NonNullable<CreateApplication['oidcClientMetadata']>;

let app: TestApp;
let token: string;
const uris = { redirectUris: ['https://shop.example/callback'], postLogoutRedirectUris: [] };

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const create = (metadata: Partial<Metadata>, type: CreateApplication['type'] = 'Traditional') =>
  app.call(applicationsApi.create, {
    token,
    body: { name: 'Shop', type, oidcClientMetadata: { ...uris, ...metadata } },
  });

async function start(id: string, query: Record<string, string> = {}) {
  const url = `/api/initiate-login/${encodeURIComponent(id)}?${new URLSearchParams(query)}`;
  const answer = await app.core.inject({ url, headers: { host: new URL(app.config.endpoint).host } });
  const { location } = answer.headers;
  return {
    status: answer.statusCode,
    body: answer.body,
    headers: answer.headers,
    location: typeof location === 'string' ? new URL(location) : undefined,
  };
}

describe('the address', () => {
  test('is stored and shown, and must start with https:// or be on this machine', async () => {
    for (const initiateLoginUri of [
      'https://shop.example/login?tenant=1',
      'http://localhost:3000/login',
      'http://127.0.0.1/',
    ]) {
      const { body } = await create({ initiateLoginUri });
      expect(body.oidcClientMetadata.initiateLoginUri).toBe(initiateLoginUri);
    }
    for (const wrong of [
      'http://shop.example/login',
      'javascript:alert(1)',
      'shop',
      'https://shop.example/#login',
      '',
    ]) {
      expect([wrong, (await create({ initiateLoginUri: wrong })).status]).toEqual([wrong, 400]);
    }
  });

  test('belongs to applications that sign people in', async () => {
    const { status, body } = await create({ initiateLoginUri: 'https://shop.example/login' }, 'MachineToMachine');
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('does not sign people in itself')]);
  });
});

describe('the start of a sign-in', () => {
  const at = async (initiateLoginUri = 'https://shop.example/login') => (await create({ initiateLoginUri })).body.id;

  test('sends the browser to the application with issuer, target and hint', async () => {
    const { status, location, headers } = await start(await at('https://shop.example/login?tenant=1'), {
      target_link_uri: 'https://shop.example/orders?id=5&all',
      login_hint: 'ada@example.com',
    });
    expect([status, headers['cache-control'], headers['referrer-policy']]).toEqual([302, 'no-store', 'no-referrer']);
    expect(location?.origin).toBe('https://shop.example');
    expect([...(location?.searchParams ?? [])]).toEqual([
      ['tenant', '1'],
      ['iss', `${app.config.endpoint}/oidc`],
      ['target_link_uri', 'https://shop.example/orders?id=5&all'],
      ['login_hint', 'ada@example.com'],
    ]);
  });

  test('names only what it was given, and its own issuer', async () => {
    const id = await at('https://shop.example/login?iss=https://evil.example&login_hint=eve');
    const { location } = await start(id, { iss: 'https://evil.example' });
    expect(location?.search).toBe(`?${new URLSearchParams({ iss: `${app.config.endpoint}/oidc` })}`);
  });

  test('opens no page of others afterwards', async () => {
    const id = await at();
    const targets = [
      'https://evil.example/',
      'https://shop.example.evil.example/',
      'https://shop.example@evil.example/',
      'http://shop.example/',
      'https://shop.example:444/',
      '//shop.example/',
      'javascript:alert(1)',
      '/orders',
      '',
    ];
    for (const target_link_uri of targets) {
      const { status, location } = await start(id, { target_link_uri });
      expect([target_link_uri, status, location]).toEqual([target_link_uri, 400, undefined]);
    }
    expect((await start(id, { login_hint: 'x'.repeat(257) })).status).toBe(400);
    expect((await start(id, { target_link_uri: `https://shop.example/${'x'.repeat(2048)}` })).status).toBe(400);
  });

  test('is unknown for applications without the address and for those that do not exist', async () => {
    const { body } = await create({});
    for (const id of [body.id, 'missing', 'x'.repeat(21)]) {
      expect(await start(id)).toMatchObject({ status: 404, location: undefined });
    }
    expect((await start('x'.repeat(22))).status).toBe(400);
  });
});
