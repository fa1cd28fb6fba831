import { createHash, randomBytes } from 'node:crypto';
import { applicationConsentApi } from '@postern/contracts/access/application-consent';
import { applicationsApi } from '@postern/contracts/access/applications';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { signInRequestsApi } from '@postern/contracts/sign-in/sign-in-requests';
import { accountCenterAppId, cibaGrant, deviceCodeGrant } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountToken } from '#testing/account';
import { changeSettings, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

/**
 * Sign-ins of third-party applications, devices and of applications that ask the person (CIBA), in the middle of which a person
 * is suspended for a moment, or something that they rely on is taken away (attacks 45 and 53).
 */
let app: TestApp;
let token: string;
const password = 'correct horse battery';
const redirectUri = 'https://shop.example/callback';
const scope = 'openid offline_access email profile';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await app.call(accountCenterApi.update, { token, body: { enabled: true } });
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }),
    signUp: { identifiers: ['username'], password: true, verify: false },
  });
});
afterAll(() => app.close());

let count = 0;
async function createPerson() {
  count += 1;
  const username = `parked_${count}`;
  const body = { username, password, primaryEmail: `${username}@example.com` };
  const created = await app.call(usersApi.create, { token, body });
  return { id: created.body.id, username };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

async function createClient(more: object) {
  const { status, body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
      ...more,
    } as never,
  });
  expect([status, body]).toMatchObject([200, {}]);
  const { body: secrets } = await app.call(applicationsApi.listSecrets, { token, params: { id: body.id } });
  return { id: body.id, secret: secrets[0]?.value };
}
type Client = Awaited<ReturnType<typeof createClient>>;

async function post({ id, secret }: Client, path: string, form: Record<string, string>) {
  const { status, body } = await app.inject(app.core, {
    method: 'POST',
    url: path,
    headers: {
      host: 'core.test',
      'content-type': 'application/x-www-form-urlencoded',
      ...(secret ? { authorization: `Basic ${btoa(`${id}:${secret}`)}` } : {}),
    },
    payload: new URLSearchParams({ ...(secret ? {} : { client_id: id }), ...form }).toString(),
  });
  return { status, body: body as Record<string, unknown> };
}

type Out = { tokens?: Record<string, unknown>; code?: string };
type Step = [name: string, take: () => Promise<boolean>];
type Flow = { client: Client; person: Person; out: Out; steps: Step[] };

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

const redeemSteps = (client: Client, out: Out): Step[] => [
  [
    'refresh',
    async () => {
      const { status, body } = await post(client, '/oidc/token', {
        grant_type: 'refresh_token',
        refresh_token: String(out.tokens?.refresh_token),
      });
      if (status === 200) {
        out.tokens = body;
      }
      return status === 200;
    },
  ],
  [
    'userinfo',
    async () => {
      const { status } = await app.inject(app.core, {
        url: '/oidc/me',
        headers: { host: 'core.test', authorization: `Bearer ${String(out.tokens?.access_token)}` },
      });
      return status === 200;
    },
  ],
];

const signIn = async (browser: ReturnType<typeof visitor>, person: Person) => {
  await browser.start('SignIn');
  const identifier = { type: 'username', value: person.username };
  const proof = await browser.step('POST', '/verification/password', { identifier, password });
  return browser.identify(proof.body.verificationId);
};

async function withConsent(): Promise<Flow> {
  const person = await createPerson();
  const client = await createClient({ type: 'Traditional', isThirdParty: true });
  await app.call(applicationConsentApi.addScopes, {
    token,
    params: { applicationId: client.id },
    body: { userScopes: ['email', 'profile'] },
  });
  const browser = visitor(app);
  const out: Out = {};
  let next = '';
  const steps: Step[] = [
    [
      'sign-in page',
      async () => {
        await browser.arrive({
          client_id: client.id,
          redirect_uri: redirectUri,
          scope,
          prompt: 'login consent',
          code_challenge: challenge,
        });
        return true;
      },
    ],
    ['identify', async () => (await signIn(browser, person)).status === 204],
    [
      'submit',
      async () => {
        const { status, body } = await browser.submit();
        next = body?.redirectTo;
        return status === 200;
      },
    ],
    [
      'to consent',
      async () => {
        next = await browser.follow(next);
        return next.includes('/consent');
      },
    ],
    [
      'allow',
      async () => {
        const answer = await app.core.inject({
          method: 'POST',
          url: '/api/interaction/consent',
          headers: {
            host: 'core.test',
            origin: 'http://core.test',
            cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            'content-type': 'application/json',
          },
          payload: '{}',
        });
        next = (answer.json() as { redirectTo: string }).redirectTo;
        return answer.statusCode === 200;
      },
    ],
    [
      'code',
      async () => {
        next = await browser.follow(next);
        out.code = new URL(next, 'http://core.test').searchParams.get('code') ?? undefined;
        return out.code !== undefined;
      },
    ],
    [
      'redeem',
      async () => {
        const { status, body } = await post(client, '/oidc/token', {
          grant_type: 'authorization_code',
          code: out.code ?? '',
          redirect_uri: redirectUri,
          code_verifier: verifier,
        });
        out.tokens = status === 200 ? body : undefined;
        return status === 200;
      },
    ],
    ...redeemSteps(client, out),
  ];
  return { client, person, out, steps };
}

async function withDevice(): Promise<Flow> {
  const person = await createPerson();
  const client = await createClient({
    type: 'Native',
    customClientMetadata: { isDeviceFlowEnabled: true, alwaysIssueRefreshToken: true },
  });
  const browser = visitor(app);
  const out: Out = {};
  let next = '';
  let issued: Record<string, unknown> = {};
  const page = async (form?: Record<string, string>) => {
    const answer = await app.core.inject({
      method: form ? 'POST' : 'GET',
      url: '/oidc/device',
      headers: {
        host: 'core.test',
        accept: 'text/html',
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    });
    for (const { name, value } of answer.cookies) {
      browser.cookies.set(name, value);
    }
    return { text: answer.payload, location: String(answer.headers.location ?? ''), status: answer.statusCode };
  };
  let shown = '';
  const xsrf = () => /name="xsrf" value="([^"]+)"/.exec(shown)?.[1] ?? '';
  const steps: Step[] = [
    [
      'ask',
      async () => {
        const { status, body } = await post(client, '/oidc/device/auth', { scope });
        issued = body;
        return status === 200;
      },
    ],
    [
      'enter',
      async () => {
        shown = (await page()).text;
        shown = (await page({ xsrf: xsrf(), user_code: String(issued.user_code) })).text;
        return shown.includes('confirm');
      },
    ],
    [
      'confirm',
      async () => {
        const { location } = await page({ xsrf: xsrf(), user_code: String(issued.user_code), confirm: 'yes' });
        return location.includes('/sign-in');
      },
    ],
    ['identify', async () => (await signIn(browser, person)).status === 204],
    [
      'submit',
      async () => {
        const { status, body } = await browser.submit();
        next = body?.redirectTo;
        return status === 200;
      },
    ],
    [
      'approve',
      async () => {
        const url = new URL(next, 'http://core.test');
        const answer = await app.core.inject({
          url: url.pathname + url.search,
          headers: {
            host: 'core.test',
            accept: 'text/html',
            cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          },
        });
        return answer.statusCode === 200;
      },
    ],
    [
      'poll',
      async () => {
        const { status, body } = await post(client, '/oidc/token', {
          grant_type: deviceCodeGrant,
          device_code: String(issued.device_code),
        });
        out.tokens = status === 200 ? body : undefined;
        return status === 200;
      },
    ],
    ...redeemSteps(client, out),
  ];
  return { client, person, out, steps };
}

async function withRequest(): Promise<Flow> {
  const person = await createPerson();
  const client = await createClient({
    type: 'Traditional',
    customClientMetadata: { isBackchannelAuthenticationEnabled: true, alwaysIssueRefreshToken: true },
  });
  const out: Out = {};
  let issued: Record<string, unknown> = {};
  let own = '';
  const steps: Step[] = [
    [
      'ask',
      async () => {
        const { status, body } = await post(client, '/oidc/backchannel', { scope, login_hint: person.username });
        issued = body;
        own = await accountToken(app, { username: person.username, password }, 'openid', 'default', {
          id: accountCenterAppId,
          path: '/account/callback',
        });
        return status === 200;
      },
    ],
    [
      'answer',
      async () => {
        const { body } = await app.call(signInRequestsApi.list, { token: own });
        const id = Array.isArray(body) ? (body[0]?.id ?? 'none') : 'none';
        return (
          (await app.call(signInRequestsApi.answer, { token: own, params: { id }, body: { isApproved: true } }))
            .status === 204
        );
      },
    ],
    [
      'poll',
      async () => {
        const { status, body } = await post(client, '/oidc/token', {
          grant_type: cibaGrant,
          auth_req_id: String(issued.auth_req_id),
        });
        out.tokens = status === 200 ? body : undefined;
        return status === 200;
      },
    ],
    ...redeemSteps(client, out),
  ];
  return { client, person, out, steps };
}

const of = ({ person }: Flow) => ({ token, params: { userId: person.id } });
const suspend = (flow: Flow, isSuspended: boolean) =>
  app.call(usersApi.setSuspended, { ...of(flow), body: { isSuspended } });
const switchOff = (flow: Flow, customClientMetadata: object) =>
  app.call(applicationsApi.update, {
    token,
    params: { id: flow.client.id },
    body: { customClientMetadata } as never,
  });

const changes = {
  'suspended and resumed': async (flow: Flow) => {
    await suspend(flow, true);
    await suspend(flow, false);
  },
  'application deleted': (flow: Flow) => app.call(applicationsApi.remove, { token, params: { id: flow.client.id } }),
  'flow switched off': (flow: Flow) =>
    switchOff(flow, { isDeviceFlowEnabled: false, isBackchannelAuthenticationEnabled: false }),
};
type Change = keyof typeof changes;

/** Where the flow ends if the change comes after a step. */
const ends: [string, () => Promise<Flow>, [after: string, change: Change, refusedAt: string][]][] = [
  [
    'consent',
    withConsent,
    [
      ['submit', 'suspended and resumed', 'to consent'],
      ['to consent', 'suspended and resumed', 'allow'],
      ['to consent', 'application deleted', 'allow'],
      ['allow', 'suspended and resumed', 'redeem'],
      ['code', 'application deleted', 'redeem'],
      ['redeem', 'suspended and resumed', 'refresh'],
    ],
  ],
  [
    'a device',
    withDevice,
    [
      ['ask', 'application deleted', 'enter'],
      ['enter', 'flow switched off', 'identify'],
      ['confirm', 'application deleted', 'identify'],
      ['identify', 'flow switched off', 'submit'],
      ['submit', 'suspended and resumed', 'approve'],
      ['submit', 'flow switched off', 'approve'],
      ['approve', 'suspended and resumed', 'poll'],
      ['approve', 'flow switched off', 'poll'],
    ],
  ],
  [
    'a request to the person',
    withRequest,
    [
      ['ask', 'suspended and resumed', 'answer'],
      ['ask', 'flow switched off', 'poll'],
      ['answer', 'suspended and resumed', 'poll'],
      ['answer', 'application deleted', 'poll'],
      ['answer', 'flow switched off', 'poll'],
    ],
  ],
];

const cases = ends.flatMap(([name, begin, rows]) => rows.map((row) => [name, ...row, begin] as const));

test.each(cases)('%s, after "%s" %s: refused at "%s"', async (_name, after, change, refusedAt, begin) => {
  const flow = await begin();
  for (const [name, take] of flow.steps) {
    const isTaken = await take();
    if (!isTaken) {
      expect(name).toBe(refusedAt);
      return;
    }
    if (name === after) {
      await changes[change](flow);
    }
  }
  expect.unreachable('the flow has reached its end');
});

test.each(ends)('%s reaches its end otherwise', async (_name, begin) => {
  const flow = await begin();
  for (const [name, take] of flow.steps) {
    expect([name, await take()]).toEqual([name, true]);
  }
  expect(decodeJwt(String(flow.out.tokens?.id_token)).email).toBe(`${flow.person.username}@example.com`);
});

test.each(['sign-in page', 'to consent', 'allow', 'code'])(
  'a scope that is taken from the application after "%s" is in no token (attack 55)',
  async (after) => {
    const flow = await withConsent();
    for (const [name, take] of flow.steps) {
      expect([name, await take()]).toEqual([name, true]);
      if (name === after) {
        const params = { applicationId: flow.client.id, scopeType: 'user-scopes' as const, scopeId: 'email' };
        expect((await app.call(applicationConsentApi.removeScope, { token, params })).status).toBe(204);
      }
    }
    expect(flow.out.tokens?.scope).toBe('openid offline_access profile');
    expect(decodeJwt(String(flow.out.tokens?.id_token)).email).toBeUndefined();
  },
);

/** What a person, or an administrator for them, does to take an account back. */
const recoveries: Record<string, (flow: Flow) => Promise<unknown>> = {
  'all sessions are ended': (flow) => app.call(userSessionsApi.removeAll, of(flow)),
  'the password is changed': (flow) =>
    app.call(usersApi.setPassword, { ...of(flow), body: { password: 'another phrase of words' } }),
  'the address is changed and changed back': async (flow) => {
    const primaryEmail = `${flow.person.username}@example.com`;
    await app.call(usersApi.update, { ...of(flow), body: { primaryEmail: `other.${primaryEmail}` } });
    await app.call(usersApi.update, { ...of(flow), body: { primaryEmail } });
  },
  'an account of a provider is linked and unlinked': async (flow) => {
    const params = { userId: flow.person.id, target: 'github' };
    await app.call(userIdentitiesApi.set, { token, params, body: { userId: `github of ${flow.person.id}` } });
    await app.call(userIdentitiesApi.remove, { token, params });
  },
};

/** The steps after which the person is known and no tokens are given out. */
const moments: [string, () => Promise<Flow>, string[]][] = [
  ['consent', withConsent, ['identify', 'submit', 'to consent', 'allow', 'code']],
  ['a device', withDevice, ['identify', 'submit', 'approve']],
  // The request alone proves nobody: the person answers it with a session.
  ['a request to the person', withRequest, ['answer']],
];

test.each(
  moments.flatMap(([name, begin, after]) =>
    Object.keys(recoveries).flatMap((change) => after.map((step) => [name, step, change, begin] as const)),
  ),
)('%s gives no tokens if, after "%s", %s', async (_name, after, change, begin) => {
  const flow = await begin();
  for (const [name, take] of flow.steps) {
    if (!(await take().catch(() => false))) {
      break;
    }
    if (name === after) {
      await recoveries[change]?.(flow);
    }
  }
  expect(flow.out.tokens).toBeUndefined();
});
