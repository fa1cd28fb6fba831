import { randomUUID } from 'node:crypto';
import { applicationsApi, type CreateApplication } from '@postern/contracts/access/applications';
import {
  type AuthorizationDetailsType,
  authorizationDetailsApi,
} from '@postern/contracts/access/authorization-details';
import { resourcesApi } from '@postern/contracts/access/resources';
import { usersApi } from '@postern/contracts/people/users';
import type { ConsentInfo } from '@postern/contracts/sign-in/consent';
import { managementApiIndicator } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, redirectUri, type TestClient } from '#testing/clients';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { type Browser, createBrowser } from '../../../../platform/testing/browser.ts';
import { isWithin } from './authorization-details.ts';

let app: ListeningApp;
let token: string;
let shop: TestClient;
let partner: TestClient;
let bankId: string;
const ada = { username: 'ada', password: 'correct horse battery' };
const bank = 'https://bank.example';
const files = 'https://files.example';

const payment: AuthorizationDetailsType = {
  type: 'payment_initiation',
  title: 'Make a payment',
  fields: [
    { name: 'actions', title: 'Actions' },
    { name: 'locations', title: 'Where' },
    { name: 'instructedAmount', title: 'Amount' },
    { name: 'creditorName', title: 'Recipient' },
  ],
};
const fileAccess: AuthorizationDetailsType = {
  type: 'https://files.example/access',
  title: 'Open a file',
  fields: [{ name: 'identifier', title: 'File' }],
};
const rent = {
  type: 'payment_initiation',
  actions: ['initiate', 'status'],
  instructedAmount: { currency: 'EUR', amount: '123.50' },
  creditorName: 'Merchant 123',
};
const letter = { type: 'https://files.example/access', identifier: 'letter.txt' };

const createResource = async (indicator: string, types: AuthorizationDetailsType[]) => {
  const { body } = await app.call(resourcesApi.create, { token, body: { name: `API ${indicator}`, indicator } });
  const stored = await app.call(authorizationDetailsApi.replace, { token, params: { id: body.id }, body: types });
  expect(stored.status).toBe(200);
  return body.id;
};

const createApplication = (more: Partial<CreateApplication> = {}) =>
  createClient(app, token, {
    type: 'Traditional',
    customClientMetadata: { authorizationDetailsTypes: [payment.type, fileAccess.type] },
    ...more,
  });

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: ada });
  bankId = await createResource(bank, [payment]);
  await createResource(files, [fileAccess]);
  shop = await createApplication();
  partner = await createApplication({ isThirdParty: true });
});
afterAll(() => app.close());

type Request = { by: TestClient; details: unknown; resource?: string[]; browser?: Browser; scope?: string };

/** Sends a browser to an authorization request; returns where it stops. */
async function ask({ by, details, resource = [bank], browser = createBrowser(), scope = 'openid' }: Request) {
  const verifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(by.config, {
    redirect_uri: redirectUri,
    scope,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    prompt: 'consent',
    authorization_details: typeof details === 'string' ? details : JSON.stringify(details),
  });
  for (const one of resource) {
    url.searchParams.append('resource', one);
  }
  const stops = [`${app.endpoint}/consent`, redirectUri];
  const first = await browser.follow(url.href, [`${app.endpoint}/sign-in`, ...stops]);
  const reached = first.startsWith(`${app.endpoint}/sign-in`)
    ? await browser.follow(await signInByPassword(browser, app.endpoint, ada), stops)
    : first;
  return { browser, reached, verifier };
}

const redeem = (by: TestClient, { reached, verifier }: { reached: string; verifier: string }, more = {}) =>
  tokenRequest(by, {
    grant_type: 'authorization_code',
    code: new URL(reached).searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...more,
  });

async function tokenRequest(by: TestClient, form: Record<string, string>, path = '/oidc/token') {
  const response = await fetch(`${app.endpoint}${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${by.id}:${by.secret}`)}` },
    body: new URLSearchParams(form),
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body };
}

const errorOf = ({ reached }: { reached: string }) => new URL(reached).searchParams.get('error');
const claimsOf = ({ body }: { body: Record<string, unknown> }) => decodeJwt(String(body.access_token));

async function consent(browser: Browser, method: string) {
  const response = await browser.request(`${app.endpoint}/api/interaction/consent`, {
    method,
    headers: { origin: app.endpoint, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });
  return (await response.json()) as ConsentInfo & { redirectTo: string };
}

describe('types of an API resource', () => {
  test('are listed and in discovery, and are refused for built-in resources and other names', async () => {
    const params = { id: bankId };
    expect((await app.call(authorizationDetailsApi.list, { token, params })).body).toEqual([payment]);
    const discovery = await (await fetch(`${app.endpoint}/oidc/.well-known/openid-configuration`)).json();
    expect(discovery).toMatchObject({
      authorization_details_types_supported: [fileAccess.type, payment.type].toSorted(),
    });
    const { body: all } = await app.call(resourcesApi.list, { token });
    const builtIn = all.find(({ indicator }) => indicator === managementApiIndicator('default'))?.id ?? '';
    const refused = [
      await app.call(authorizationDetailsApi.replace, { token, params: { id: builtIn }, body: [payment] }),
      await app.call(authorizationDetailsApi.replace, { token, params: { id: 'nobody' }, body: [payment] }),
      await app.call(authorizationDetailsApi.replace, { token, params, body: [payment, fileAccess] }),
      await app.call(authorizationDetailsApi.replace, { token, params, body: [payment, payment] }),
      await app.call(authorizationDetailsApi.replace, { token, params, body: [{ ...payment, type: '__proto__' }] }),
      await app.call(authorizationDetailsApi.replace, {
        token,
        params,
        body: [{ ...payment, fields: [{ name: 'type', title: 'Type' }] }],
      }),
    ].map(({ status, body }) => [status, (body as unknown as { code: string }).code]);
    expect(refused).toEqual([
      [400, 'resource.cannot_modify_management_api'],
      [404, 'entity.not_exists_with_id'],
      [422, 'resource.authorization_details_type_in_use'],
      [400, 'guard.invalid_input'],
      [400, 'guard.invalid_input'],
      [400, 'guard.invalid_input'],
    ]);
    expect((await app.call(authorizationDetailsApi.list, { token, params })).body).toEqual([payment]);
  });

  test('a tenant without types does not announce them', async () => {
    const other = await (await fetch(`${app.adminEndpoint}/oidc/.well-known/openid-configuration`)).json();
    expect(other).not.toHaveProperty('authorization_details_types_supported');
  });
});

describe('a first-party application', () => {
  test('gets the details in the response, the access token and the introspection of its refresh token', async () => {
    const asked = await ask({ by: shop, details: [rent], scope: 'openid offline_access' });
    const answer = await redeem(shop, asked);
    expect([answer.status, answer.body.authorization_details]).toEqual([200, [rent]]);
    expect(claimsOf(answer)).toMatchObject({ aud: bank, authorization_details: [rent] });
    const { body } = await tokenRequest(
      shop,
      { token: String(answer.body.refresh_token) },
      '/oidc/token/introspection',
    );
    expect(body).toMatchObject({ active: true, authorization_details: [rent] });
  });

  test('gets in a token only the details of its resource', async () => {
    const asked = await ask({
      by: shop,
      details: [rent, letter],
      resource: [bank, files],
      scope: 'openid offline_access',
    });
    const answer = await redeem(shop, asked, { resource: files });
    expect(claimsOf(answer)).toMatchObject({ aud: files, authorization_details: [letter] });
    const form = { grant_type: 'refresh_token', refresh_token: String(answer.body.refresh_token) };
    const next = await tokenRequest(shop, { ...form, resource: bank });
    expect(claimsOf(next)).toMatchObject({ aud: bank, authorization_details: [rent] });
    const userinfo = await tokenRequest(shop, { ...form, refresh_token: String(next.body.refresh_token) });
    expect([userinfo.status, userinfo.body.authorization_details]).toEqual([200, undefined]);
  });

  test('can narrow the details at the token endpoint, never widen them', async () => {
    const answer = await redeem(shop, await ask({ by: shop, details: [rent], scope: 'openid offline_access' }));
    let refreshToken = String(answer.body.refresh_token);
    const refresh = async (details: unknown[]) => {
      const answered = await tokenRequest(shop, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        resource: bank,
        authorization_details: JSON.stringify(details),
      });
      refreshToken = String(answered.body.refresh_token ?? refreshToken);
      return answered;
    };
    const narrow = { ...rent, actions: ['status'] };
    const narrowed = await refresh([narrow]);
    expect([narrowed.body.authorization_details, claimsOf(narrowed).authorization_details]).toEqual([
      [narrow],
      [narrow],
    ]);
    const wider = [
      { ...rent, actions: ['initiate', 'status', 'cancel'] },
      { ...rent, actions: [] },
      { ...rent, locations: ['https://bank.example/accounts'] },
      { ...rent, instructedAmount: { currency: 'EUR', amount: '9999.00' } },
      { type: rent.type },
      letter,
    ];
    for (const detail of wider) {
      expect(await refresh([detail]), JSON.stringify(detail)).toMatchObject({
        status: 400,
        body: { error: 'invalid_authorization_details' },
      });
    }
    // The refresh token still has everything.
    const again = await tokenRequest(shop, {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      resource: bank,
    });
    expect(again.body.authorization_details).toEqual([rent]);
  });

  test('cannot add details to a code that has none', async () => {
    const asked = await ask({ by: shop, details: [] });
    const answer = await redeem(shop, asked, { resource: bank, authorization_details: JSON.stringify([rent]) });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_authorization_details' } });
  });

  test('loses a type that is no longer allowed', async () => {
    const own = await createApplication();
    const answer = await redeem(own, await ask({ by: own, details: [rent], scope: 'openid offline_access' }));
    const body = { customClientMetadata: { authorizationDetailsTypes: [fileAccess.type] } };
    await app.call(applicationsApi.update, { token, params: { id: own.id }, body });
    const refreshed = await tokenRequest(own, {
      grant_type: 'refresh_token',
      refresh_token: String(answer.body.refresh_token),
      resource: bank,
    });
    expect([refreshed.status, refreshed.body.authorization_details]).toEqual([200, undefined]);
    expect(claimsOf(refreshed)).not.toHaveProperty('authorization_details');
  });

  test('may not request types by default', async () => {
    const plain = await createApplication({ customClientMetadata: {} });
    expect(errorOf(await ask({ by: plain, details: [rent] }))).toBe('invalid_authorization_details');
  });
});

test('a machine gets the details it requests, for the resource of their type', async () => {
  const machine = await createClient(app, token, {
    type: 'MachineToMachine',
    customClientMetadata: { authorizationDetailsTypes: [payment.type] },
  });
  const form = { grant_type: 'client_credentials', authorization_details: JSON.stringify([rent]) };
  expect(claimsOf(await tokenRequest(machine, { ...form, resource: bank }))).toMatchObject({
    aud: bank,
    authorization_details: [rent],
  });
  for (const resource of [files, managementApiIndicator('default')]) {
    expect(await tokenRequest(machine, { ...form, resource })).toMatchObject({
      status: 400,
      body: { error: 'invalid_authorization_details' },
    });
  }
});

test('broken, foreign and oversized requests are refused', async () => {
  const browser = createBrowser();
  const deep = { type: rent.type, instructedAmount: { a: { b: { c: { d: 1 } } } } };
  const wrong: unknown[] = [
    '{',
    '{}',
    '"payment_initiation"',
    '[1]',
    [{ type: 'unknown' }],
    [{ type: 'constructor' }],
    [{ type: '__proto__' }],
    [{ ...rent, isAdmin: true }],
    `[{"type":"payment_initiation","__proto__":{"isAdmin":true}}]`,
    [{ ...rent, actions: 'initiate' }],
    [{ ...rent, creditorName: 'Ada\u202etnahcreM' }],
    [{ ...rent, creditorName: 'Ada\nAmount: 1' }],
    '[{"type":"payment_initiation","instructedAmount":1e999}]',
    [deep],
    [letter],
    [{ ...rent, creditorName: 'x'.repeat(4096) }],
  ];
  for (const details of wrong) {
    const asked = await ask({ by: shop, details, browser });
    expect(errorOf(asked), JSON.stringify(details).slice(0, 80)).toBe('invalid_authorization_details');
  }
  expect(errorOf(await ask({ by: shop, details: [rent], resource: [], browser }))).toBe(
    'invalid_authorization_details',
  );
});

test('pushed requests are checked in the same way', async () => {
  const push = (details: unknown) =>
    tokenRequest(
      shop,
      {
        response_type: 'code',
        client_id: shop.id,
        redirect_uri: redirectUri,
        resource: bank,
        scope: 'openid',
        authorization_details: JSON.stringify(details),
      },
      '/oidc/request',
    );
  expect((await push([rent])).status).toBe(201);
  const many = (length: number) => Array.from({ length }, () => ({ ...rent }));
  expect(await push(many(50))).toMatchObject({ status: 400, body: { error: 'invalid_authorization_details' } });
  // The engine does not read bodies of this size.
  expect(await push(many(5000))).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
});

test('types of another tenant are unknown', async () => {
  const theirs = 'their_type';
  await app.write('admin', async (db) => {
    const id = randomUUID().slice(0, 21);
    await db.insertInto('resources').values({ id, name: 'Theirs', indicator: bank }).execute();
    await db.insertInto('authorization_details_types').values({ type: theirs, title: 'x', resource_id: id }).execute();
  });
  const own = await createApplication({ customClientMetadata: { authorizationDetailsTypes: [theirs] } });
  expect(errorOf(await ask({ by: own, details: [{ type: theirs }] }))).toBe('invalid_authorization_details');
});

describe('a third-party application', () => {
  test('asks every time, and the page shows the title, the API and every value as text', async () => {
    const creditorName = '<img src=x onerror=alert(1)> Amount: 1';
    const detail = { ...rent, creditorName };
    const asked = await ask({ by: partner, details: [detail] });
    expect(asked.reached.split('?')[0]).toBe(`${app.endpoint}/consent`);
    expect((await consent(asked.browser, 'GET')).authorizationDetails).toEqual([
      {
        title: 'Make a payment',
        resource: `API ${bank}`,
        lines: [
          { title: 'Actions', value: 'initiate' },
          { title: 'Actions', value: 'status' },
          { title: 'Amount › amount', value: '123.50' },
          { title: 'Amount › currency', value: 'EUR' },
          { title: 'Recipient', value: creditorName },
        ],
      },
    ]);
    const page = await (await asked.browser.request(`${app.endpoint}/consent`)).text();
    expect(page).toContain('onerror=alert(1)');
    expect(page).not.toContain('<img src=x');
    const { redirectTo } = await consent(asked.browser, 'POST');
    const reached = await asked.browser.follow(redirectTo, [redirectUri]);
    const answer = await redeem(partner, { ...asked, reached });
    expect(answer.body.authorization_details).toEqual([detail]);
    const next = await ask({ by: partner, details: [detail], browser: asked.browser });
    expect(next.reached.split('?')[0]).toBe(`${app.endpoint}/consent`);
    const denied = await asked.browser.follow((await consent(asked.browser, 'DELETE')).redirectTo, [redirectUri]);
    expect(errorOf({ reached: denied })).toBe('access_denied');
  });
});

test('a narrower detail has the same fields with fewer list entries', () => {
  const granted = { type: 'x', actions: ['a', 'b'], amount: { value: 1 } };
  expect(isWithin({ ...granted, actions: ['b'] }, granted)).toBe(true);
  expect(isWithin({ amount: { value: 1 }, actions: ['a', 'b'], type: 'x' }, granted)).toBe(true);
  expect(isWithin({ ...granted, amount: { value: 2 } }, granted)).toBe(false);
  expect(isWithin({ ...granted, type: 'y' }, granted)).toBe(false);
  expect(isWithin({ type: 'x', actions: ['a'], other: { value: 1 } }, granted)).toBe(false);
});
