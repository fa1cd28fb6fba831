import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeSettings, forgetPauses, ways } from '#testing/sign-in';
import { arrived } from '#testing/social';
import { type TestApp, testApp } from '#testing/test-app';

/** Attack 29: each spelling of an identifier or an address would have its own attempts, so guesses had no limit. */
let app: TestApp;
let token: string;
const blocked = 'session.verification_blocked_too_many_attempts';

beforeAll(async () => {
  app = await testApp({ CASE_SENSITIVE_USERNAME: 'false' });
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() =>
  changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
      { identifier: 'phone', password: true, verificationCode: true },
    ),
    signUp: { identifiers: ['username'], password: true, verify: false },
    sentinelPolicy: { maxAttempts: 3, lockoutDuration: 60 },
  }),
);

const spellings = {
  username: ['ada_l', 'ADA_L', 'Ada_l', 'aDA_L'],
  // Capitals, full-width letters, other dots, a dot at the end, spaces, and the two forms of a domain.
  email: [
    'ada@bücher.example',
    'ADA@BÜCHER.EXAMPLE',
    'ada@xn--bcher-kva.example',
    'ａda@bücher。example',
    ' ada@bu\u0308cher.example. ',
    'ada＠bücher．example',
  ],
  phone: ['4915112345678', '+4915112345678', '49015112345678', '+49015112345678'],
} as const;

test.each(Object.entries(spellings))('all spellings of a %s share their wrong passwords', async (type, values) => {
  const [first = ''] = values;
  const field = { username: 'username', email: 'primaryEmail', phone: 'primaryPhone' }[type] ?? '';
  const password = `right phrase of ${type}`;
  expect((await app.call(usersApi.create, { token, body: { [field]: first, password } })).status).toBe(200);
  const guess = async (value: string, given: string) => {
    const browser = await arrived(app);
    const identifier = { type, value };
    return browser.step('POST', '/verification/password', { identifier, password: given });
  };
  // Each of them finds the person.
  for (const value of values) {
    expect([value, (await guess(value, password)).status]).toEqual([value, 200]);
  }
  const codes = [];
  for (const value of values) {
    codes.push((await guess(value, 'wrong')).code);
  }
  expect(codes.slice(2)).toEqual(values.slice(2).map(() => blocked));
  for (const value of values) {
    expect([value, (await guess(value, password)).code]).toEqual([value, blocked]);
  }
});

test.each([
  ['email', spellings.email],
  ['phone', spellings.phone],
] as const)('all spellings of a %s are one recipient of codes', async (type, values) => {
  await forgetPauses(app);
  const browser = await arrived(app);
  const send = (value: string) =>
    browser.step('POST', '/verification/verification-code', {
      identifier: { type, value },
      interactionEvent: 'SignIn',
    });
  const codes = [];
  // This operation takes phone numbers as digits only.
  const sent = values.filter((value) => type === 'email' || /^\d+$/.test(value));
  for (const value of Array.from({ length: 8 }, (_, index) => sent[index % sent.length] ?? '')) {
    codes.push((await send(value)).code);
  }
  // Five in half a minute.
  expect(codes.filter((code) => code === undefined)).toHaveLength(5);
  expect(codes.slice(5)).toEqual(codes.slice(5).map(() => 'connector.rate_limit_exceeded'));
});

test.each([
  ['IPv6 of one household', (n: number) => `2a01:4f8:1:2:${(n * 997).toString(16)}::${n}`],
  ['IPv4, as IPv6', (n: number) => (n % 2 ? '::ffff:203.0.114.9' : '203.0.114.9')],
])('all spellings of an address share their wrong codes of devices: %s', async (_name, addressOf) => {
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: { name: 'TV', type: 'Native', customClientMetadata: { isDeviceFlowEnabled: true } } as never,
  });
  expect(body).toMatchObject({ name: 'TV' });
  const cookies = new Map<string, string>();
  const visit = async (method: 'GET' | 'POST', remoteAddress: string, form?: Record<string, string>) => {
    const { payload, cookies: set } = await app.core.inject({
      method,
      url: '/oidc/device',
      remoteAddress,
      headers: {
        host: 'core.test',
        accept: 'text/html',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    });
    for (const { name, value } of set) {
      cookies.set(name, value);
    }
    return payload;
  };
  const answers: boolean[] = [];
  for (let n = 1; n <= 21; n += 1) {
    const page = await visit('GET', addressOf(n));
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    answers.push((await visit('POST', addressOf(n), { xsrf, user_code: 'BCDF-GHJK' })).includes('Too many'));
  }
  expect(answers).toEqual([...Array.from({ length: 19 }, () => false), true, true]);
});
