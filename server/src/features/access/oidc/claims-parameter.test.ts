import { applicationConsentApi } from '@postern/contracts/access/application-consent';
import { applicationsApi } from '@postern/contracts/access/applications';
import { singleFactorAcr } from '@postern/contracts/access/authentication-context';
import { idTokenApi } from '@postern/contracts/access/id-token';
import { usersApi } from '@postern/contracts/people/users';
import { consentApi } from '@postern/contracts/sign-in/consent';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSecretOf } from '#testing/clients';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { type Browser, createBrowser } from '../../../platform/testing/browser.ts';

const redirectUri = 'http://localhost:9/callback';
const ada = { username: 'ada', password: 'correct horse battery' };
const bob = { username: 'bob', password: 'correct horse battery' };

type Party = { client_id: string; client_secret: string };
type Query = Record<string, string>;

let app: ListeningApp;
let token: string;
let adaId: string;
let own: Party;
let foreign: Party;
let browser: Browser;

async function register(isThirdParty: boolean): Promise<Party> {
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'Traditional',
      isThirdParty,
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    },
  });
  return { client_id: body.id, client_secret: await defaultSecretOf(app, token, body.id) };
}

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  const person = { ...ada, name: 'Ada Lovelace', primaryEmail: 'ada@example.com', customData: { plan: 'gold' } };
  adaId = (await app.call(usersApi.create, { token, body: person })).body.id;
  await app.call(usersApi.create, { token, body: bob });
  [own, foreign] = [await register(false), await register(true)];
  await app.call(applicationConsentApi.addScopes, {
    token,
    params: { applicationId: foreign.client_id },
    body: { userScopes: ['profile', 'email'] },
  });
  browser = createBrowser();
});
afterAll(() => app.close());

const address = (party: Party, claims: unknown, more: Query = {}) => {
  const text = typeof claims === 'string' ? claims : JSON.stringify(claims);
  const basic = { client_id: party.client_id, redirect_uri: redirectUri, response_type: 'code', scope: 'openid' };
  return `${app.endpoint}/oidc/auth?${new URLSearchParams({ ...basic, ...(text ? { claims: text } : {}), ...more })}`;
};

/** Where a browser ends: at the application, after signing in and agreeing where it is asked. */
async function visit(url: string, by = browser, person = ada): Promise<URLSearchParams> {
  const stops = [`${app.endpoint}/sign-in`, `${app.endpoint}/consent`, redirectUri];
  let reached = await by.follow(url, stops);
  if (reached.startsWith(`${app.endpoint}/sign-in`)) {
    reached = await by.follow(await signInByPassword(by, app.endpoint, person), stops);
  }
  if (reached.startsWith(`${app.endpoint}/consent`)) {
    const answer = await by.request(`${app.endpoint}${consentApi.allow.path}`, {
      method: 'POST',
      headers: { origin: app.endpoint, 'content-type': 'application/json' },
      body: '{}',
    });
    const { redirectTo } = (await answer.json()) as { redirectTo: string };
    reached = await by.follow(redirectTo, stops);
  }
  return new URL(reached).searchParams;
}

async function request(party: Party, form: Query): Promise<Query> {
  const body = new URLSearchParams({ ...party, ...form });
  return (await (await fetch(`${app.endpoint}/oidc/token`, { method: 'POST', body })).json()) as Query;
}

async function userinfo({ access_token }: Query): Promise<Record<string, unknown>> {
  const response = await fetch(`${app.endpoint}/oidc/me`, { headers: { authorization: `Bearer ${access_token}` } });
  return (await response.json()) as Record<string, unknown>;
}

async function claimsFor(party: Party, claims: unknown, more: Query = {}, by = browser) {
  const params = await visit(address(party, claims, more), by);
  const tokens = await request(party, {
    grant_type: 'authorization_code',
    code: params.get('code') ?? params.toString(),
    redirect_uri: redirectUri,
  });
  return { tokens, idToken: decodeJwt(tokens.id_token ?? ''), info: await userinfo(tokens) };
}

test('a first-party application gets the claims that it names, each where it asked for it', async () => {
  const asked = {
    userinfo: { name: { essential: true }, email: null, custom_data: null, unknown_claim: null },
    id_token: { username: { value: 'somebody else' } },
  };
  const { idToken, info, tokens } = await claimsFor(own, asked, { scope: 'openid offline_access', prompt: 'consent' });
  expect(info).toEqual({ sub: adaId, name: 'Ada Lovelace', email: 'ada@example.com', custom_data: { plan: 'gold' } });
  expect([idToken.username, idToken.name, idToken.email]).toEqual(['ada', undefined, undefined]);
  const next = await request(own, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' });
  expect(await userinfo(next)).toEqual(info);
  expect(decodeJwt(next.id_token ?? '')).toMatchObject({ username: 'ada' });
  // Another request of the same application, without them.
  expect((await claimsFor(own, undefined)).info).toEqual({ sub: adaId });
});

test('the tenant still decides which extended claims are in ID tokens', async () => {
  const asked = { id_token: { custom_data: null }, userinfo: { custom_data: null } };
  await app.call(idTokenApi.save, { token, body: { enabledExtendedClaims: [] } });
  const { idToken, info } = await claimsFor(own, asked);
  expect([idToken.custom_data, info.custom_data]).toEqual([undefined, { plan: 'gold' }]);
  await app.call(idTokenApi.save, { token, body: { enabledExtendedClaims: ['custom_data'] } });
  expect((await claimsFor(own, asked)).idToken.custom_data).toEqual({ plan: 'gold' });
});

test('a third-party application gets only claims of the scopes that the person granted', async () => {
  const asked = { userinfo: { name: { essential: true }, email: null }, id_token: { name: null, email: null } };
  const without = await claimsFor(foreign, asked, {}, createBrowser());
  expect(without.info).toEqual({ sub: adaId });
  expect([without.idToken.name, without.idToken.email]).toEqual([undefined, undefined]);
  const granted = await claimsFor(foreign, asked, { scope: 'openid profile' }, createBrowser());
  expect([granted.info.name, granted.info.email, granted.idToken.email]).toEqual([
    'Ada Lovelace',
    undefined,
    undefined,
  ]);
});

test('a scope that is taken from a third-party application takes its claims too', async () => {
  const by = createBrowser();
  const asked = { userinfo: { email: { essential: true } } };
  const { tokens } = await claimsFor(foreign, asked, { scope: 'openid email' }, by);
  const again = await claimsFor(foreign, asked, {}, by);
  expect([(await userinfo(tokens)).email, again.info.email]).toEqual(['ada@example.com', 'ada@example.com']);
  await app.call(applicationConsentApi.removeScope, {
    token,
    params: { applicationId: foreign.client_id, scopeType: 'user-scopes', scopeId: 'email' },
  });
  expect([(await userinfo(tokens)).email, (await userinfo(again.tokens)).email]).toEqual([undefined, undefined]);
});

test('only the person who is named as sub is signed in', async () => {
  await claimsFor(own, undefined);
  const named = (sub: string) => ({ id_token: { sub: { value: sub } } });
  expect((await claimsFor(own, named(adaId), { prompt: 'none' })).idToken.sub).toBe(adaId);
  const silent = await visit(address(own, named('somebody'), { prompt: 'none' }));
  expect([silent.get('error'), silent.get('code')]).toEqual(['login_required', null]);
  // The person signs in, but as somebody else: the application learns it instead of a question without end.
  const other = await visit(address(own, named(adaId)), createBrowser(), bob);
  expect([other.get('error'), other.get('code')]).toEqual(['login_required', null]);
  const { tokens } = await claimsFor(own, undefined);
  const hinted = await visit(address(own, undefined, { id_token_hint: tokens.id_token ?? '' }), createBrowser(), bob);
  expect([hinted.get('error'), hinted.get('code')]).toEqual(['login_required', null]);
});

test('an essential level that does not exist is refused, and another one is only a wish', async () => {
  const acr = (values: object) => ({ id_token: { acr: values } });
  const refused = await visit(address(own, acr({ essential: true, values: ['urn:mace:silver'] })));
  expect([refused.get('error'), refused.get('code')]).toEqual(['unmet_authentication_requirements', null]);
  for (const wish of [
    { values: ['urn:mace:silver'] },
    { essential: true, value: singleFactorAcr },
    { essential: true },
  ]) {
    expect((await claimsFor(own, acr(wish))).idToken.acr).toBe(singleFactorAcr);
  }
});

test.each<[string, unknown]>([
  ['no JSON', '{"userinfo":'],
  ['a list', []],
  ['a list of claims', { userinfo: ['name'] }],
  ['a text for a claim', { userinfo: { name: 'x' } }],
  ['values that are no list', { id_token: { acr: { essential: true, values: { 0: 'x' } } } }],
  ['too many claims', { userinfo: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`c${at}`, null])) }],
  ['too much text', { userinfo: { name: { value: 'x'.repeat(4100) } } }],
])('%s is refused', async (_name, claims) => {
  expect((await visit(address(own, claims))).get('error')).toBe('invalid_request');
});

test('what nobody understands is ignored', async () => {
  for (const claims of [{ access_token: { xms_cc: { values: ['CP1'] } } }, {}, '{"userinfo":{"__proto__":null}}']) {
    expect((await claimsFor(own, claims)).info).toEqual({ sub: adaId });
  }
});
