import { applicationsApi } from '@postern/contracts/access/applications';
import { managementApiIndicator } from '@postern/contracts/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ListeningApp, listeningApp } from '#testing/flows';

let app: ListeningApp;
let machine: { id: string; secret: string };

beforeAll(async () => {
  app = await listeningApp();
  const token = await app.managementToken();
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: { name: 'Machine', type: 'MachineToMachine' },
  });
  const { body: secrets } = await app.call(applicationsApi.listSecrets, { token, params: { id: body.id } });
  machine = { id: body.id, secret: secrets[0]?.value ?? '' };
});
afterAll(() => app.close());

async function post(path: string, body: string, contentType: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.endpoint}/oidc/${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': contentType, ...headers },
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

const paths = [
  'token',
  'token/introspection',
  'token/revocation',
  'request',
  'device/auth',
  'device',
  'auth',
  'me',
  'session/end',
  'session/end/confirm',
];

const parameters = [
  ...['grant_type', 'client_id', 'client_secret', 'scope', 'resource', 'code', 'refresh_token', 'token', 'xsrf'],
  ...['user_code', 'id_token_hint', 'post_logout_redirect_uri', 'redirect_uri', 'request', '__proto__', 'toString'],
];

/** Each value is used as the whole body and as the value of every parameter. */
const values = [
  'null',
  '[]',
  '{}',
  '1',
  '-1e400',
  'true',
  '"x"',
  '[null]',
  '[1, "x"]',
  '[[]]',
  '[{}]',
  '{"toString": 1}',
];
const valid = () => ({
  client_id: machine.id,
  client_secret: machine.secret,
  grant_type: 'client_credentials',
  resource: managementApiIndicator('default'),
});

describe('a JSON body of any type never causes a 500', () => {
  test.each(paths)('at /oidc/%s', async (path) => {
    const whole = [...values, '', '{', '\u0000', '{"a":1}x', `{"a":"${'x'.repeat(60_000)}"}`];
    const each = parameters.flatMap((name) =>
      values.map((value) => `${JSON.stringify(valid()).slice(0, -1)},"${name}":${value}}`),
    );
    for (const body of [...whole, ...each]) {
      const answer = await post(path, body, 'application/json');
      expect(answer.status, `${body.slice(0, 200)} → ${JSON.stringify(answer.body).slice(0, 300)}`).toBeLessThan(500);
    }
  });
});

const unreadable = {
  status: 400,
  body: { error: 'invalid_request', error_description: expect.any(String), code: 'oidc.invalid_request' },
};

test.each([
  '{',
  '',
  'null',
  '[]',
  '1',
  '"x"',
  '{"grant_type":{}}',
  '{"grant_type":{"toString":1}}',
  '{"resource":[[]]}',
])('the token endpoint rejects the JSON %s with an OAuth error', async (body) => {
  expect(await post('token', body, 'application/json')).toMatchObject(unreadable);
});

test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonx', 'nonsense'])(
  'the token endpoint rejects %s with an OAuth error',
  async (type) => {
    expect(await post('token', 'grant_type=client_credentials', type)).toMatchObject(unreadable);
  },
);

test('accepts JSON in any spelling of the content type; a list repeats a parameter, null omits it', async () => {
  const body = JSON.stringify({ ...valid(), scope: null });
  for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/json ;charset=utf-8']) {
    expect((await post('token', body, type)).status).toBe(200);
  }
  const twice = JSON.stringify({ ...valid(), scope: ['a', 'b'] });
  expect(await post('token', twice, 'application/json')).toMatchObject(unreadable);
});

test('rejects a body that is too large and keeps working', async () => {
  const body = JSON.stringify({ ...valid(), scope: 'x'.repeat(100_000) });
  expect(await post('token', body, 'application/json')).toMatchObject(unreadable);
  expect((await post('token', JSON.stringify(valid()), 'application/json')).status).toBe(200);
});

describe('the token endpoint', () => {
  const form = 'application/x-www-form-urlencoded';
  const grant = { grant_type: 'client_credentials' };

  test('returns 400 invalid_client for an unknown client and 401 for a wrong secret', async () => {
    const unknown = { client_id: 'nobody', client_secret: 'x' };
    const basic = { authorization: `Basic ${Buffer.from('nobody:x').toString('base64')}` };
    const refused = { status: 400, body: { error: 'invalid_client', code: 'oidc.invalid_client' } };
    expect(await post('token', new URLSearchParams({ ...grant, ...unknown }).toString(), form)).toMatchObject(refused);
    expect(await post('token', JSON.stringify({ ...grant, ...unknown }), 'application/json')).toMatchObject(refused);
    const answer = await post('token', new URLSearchParams(grant).toString(), form, basic);
    expect(answer).toMatchObject(refused);
    expect(answer.headers.get('www-authenticate')).toBeNull();
    const wrong = new URLSearchParams({ ...grant, client_id: machine.id, client_secret: 'x' }).toString();
    expect(await post('token', wrong, form)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });
});
