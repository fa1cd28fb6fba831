import { applicationAccessApi } from '@postern/contracts/access/application-access';
import { applicationsApi } from '@postern/contracts/access/applications';
import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { rolesApi } from '@postern/contracts/access/roles';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { usersApi } from '@postern/contracts/people/users';
import { deviceCodeGrant, tokenExchangeGrant, tokenTypes } from '@postern/contracts/wire';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, insertTestOrganization, insertTestOrganizationRole, redirectUri } from '#testing/clients';
import { findSlow, type Prepared } from '#testing/find-slow';
import { authorize, type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { createSamlApplication, serviceProvider, signInFrom } from '#testing/saml-applications';
import { createBrowser } from '../../../platform/testing/browser.ts';

let app: ListeningApp;
let token: string;
let adaId: string;
let clerk: string;
const ada = { username: 'ada', password: 'correct horse battery' };
const grace = { username: 'grace', password: 'nanoseconds are long' };
const nobody = { userIds: [], userRoleIds: [], organizationIds: [], organizationRoleRules: [] };
const denied = { error: 'access_denied' };

const save = (applicationId: string, body: Record<string, unknown>) =>
  app.call(applicationAccessApi.save, { token, params: { applicationId }, body: { ...nobody, ...body } });
const read = async (applicationId: string) =>
  (await app.call(applicationAccessApi.get, { token, params: { applicationId } })).body;
const turn = (id: string, appLevelAccessControlEnabled: boolean) =>
  app.call(applicationsApi.update, { token, params: { id }, body: { appLevelAccessControlEnabled } });
const newClient = (more: Partial<Parameters<typeof createClient>[2]> = {}) =>
  createClient(app, token, { type: 'SPA', ...more });

/** An application that only these may use. */
async function closedTo(rules: Record<string, unknown>, more: Parameters<typeof newClient>[0] = {}) {
  const made = await newClient(more);
  expect((await save(made.id, rules)).status).toBe(200);
  expect((await turn(made.id, true)).body).toMatchObject({ appLevelAccessControlEnabled: true });
  return made;
}

const signIn = ({ id, secret }: Awaited<ReturnType<typeof newClient>>, person = ada) =>
  authorize({
    issuer: `${app.endpoint}/oidc`,
    clientId: id,
    ...(secret ? { clientSecret: secret } : {}),
    redirectUri,
    person,
  });

async function requestUrl(config: client.Configuration, params: Record<string, string> = {}) {
  return client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid offline_access',
    code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
    ...params,
  }).href;
}

/** Where a browser arrives that signs in on the way. */
async function arrive(config: client.Configuration, { person = ada, browser = createBrowser(), params = {} } = {}) {
  const stops = [`${app.endpoint}/consent`, redirectUri];
  const first = await browser.follow(await requestUrl(config, params), [`${app.endpoint}/sign-in`, ...stops]);
  const reached = first.startsWith(`${app.endpoint}/sign-in`)
    ? await browser.follow(await signInByPassword(browser, app.endpoint, person), stops)
    : first;
  return { browser, reached };
}

type Browser = ReturnType<typeof createBrowser>;

async function consent(browser: Browser, method: 'GET' | 'POST' | 'DELETE') {
  const response = await browser.request(`${app.endpoint}/api/interaction/consent`, {
    method,
    headers: { origin: app.endpoint, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function consentPage(browser: Browser) {
  const response = await browser.request(`${app.endpoint}/consent`);
  const embedded = /id="postern-settings">(.*?)<\/script>/s.exec(await response.text())?.[1] ?? '{}';
  return { status: response.status, settings: JSON.parse(embedded) as Record<string, unknown> };
}

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  adaId = (await app.call(usersApi.create, { token, body: { ...ada, name: 'Ada' } })).body.id;
  await app.call(usersApi.create, { token, body: grace });
  clerk = (await app.call(rolesApi.create, { token, body: { name: 'clerk', description: 'Clerk' } })).body.id;
  await app.call(rolesApi.assignUsers, { token, params: { id: clerk }, body: { userIds: [adaId] } });
  await insertTestOrganizationRole(app, { id: 'editor' });
  await insertTestOrganizationRole(app, { id: 'robot', type: 'MachineToMachine' });
  await insertTestOrganization(app, { id: 'fjord', members: { [adaId]: ['editor'] } });
  await insertTestOrganization(app, { id: 'arctic' });
});
afterAll(() => app.close());

describe('the rules', () => {
  test('are empty at first, replaced as a whole, without duplicates, and sorted when read', async () => {
    const { id } = await newClient();
    expect(await read(id)).toEqual(nobody);
    const { status, body } = await save(id, {
      userIds: [adaId, adaId],
      userRoleIds: [clerk],
      organizationIds: ['fjord', 'arctic', 'fjord'],
      organizationRoleRules: [
        { organizationId: 'fjord', organizationRoleIds: ['editor'] },
        { organizationId: 'fjord', organizationRoleIds: ['editor'] },
      ],
    });
    const merged = [{ organizationId: 'fjord', organizationRoleIds: ['editor'] }];
    expect(status).toBe(200);
    expect(body).toEqual({
      userIds: [adaId],
      userRoleIds: [clerk],
      organizationIds: ['fjord', 'arctic'],
      organizationRoleRules: merged,
    });
    expect(await read(id)).toEqual({ ...body, organizationIds: ['arctic', 'fjord'] });
    const named = await app.call(applicationAccessApi.listNames, { token, params: { applicationId: id } });
    expect(named.body).toEqual({
      users: [{ id: adaId, name: 'Ada', username: 'ada', primaryEmail: null, primaryPhone: null, avatar: null }],
      userRoles: [{ id: clerk, name: 'clerk' }],
      organizations: [
        { id: 'arctic', name: 'Organization arctic' },
        { id: 'fjord', name: 'Organization fjord' },
      ],
      organizationRoles: [
        { organization: { id: 'fjord', name: 'Organization fjord' }, roles: [{ id: 'editor', name: 'Role editor' }] },
      ],
    });
    expect((await save(id, { organizationIds: ['fjord'] })).body).toEqual({ ...nobody, organizationIds: ['fjord'] });
    expect(await read(id)).toEqual({ ...nobody, organizationIds: ['fjord'] });
  });

  test('refuse wrong bodies, unknown ids and roles of machines', async () => {
    const { id } = await newClient();
    const many = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);
    const params = { applicationId: id };
    const { userIds: _userIds, ...incomplete } = nobody;
    expect(
      (await app.call(applicationAccessApi.save, { token, params, body: incomplete as typeof nobody })).body,
    ).toMatchObject({ code: 'guard.invalid_input' });
    for (const userIds of [many(1001), Array.from({ length: 2001 }, () => adaId)]) {
      expect(await save(id, { userIds })).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
    }
    const roleless = [{ organizationId: 'fjord', organizationRoleIds: [] }];
    expect(await save('unknown', { organizationRoleRules: roleless })).toMatchObject({
      status: 422,
      body: { code: 'request.invalid_input' },
    });
    expect(await save('unknown', {})).toMatchObject({ status: 404, body: { code: 'entity.not_exists_with_id' } });
    expect((await app.call(applicationAccessApi.get, { token, params: { applicationId: 'unknown' } })).status).toBe(
      404,
    );
    const rule = (organizationId: string, role: string) => ({
      organizationRoleRules: [{ organizationId, organizationRoleIds: [role] }],
    });
    for (const unknown of [
      { userIds: ['nobody'] },
      { userRoleIds: ['nothing'] },
      { organizationIds: ['nowhere'] },
      rule('nowhere', 'editor'),
      rule('fjord', 'nothing'),
    ]) {
      expect(await save(id, unknown)).toMatchObject({
        status: 404,
        body: { code: 'entity.relation_foreign_key_not_found' },
      });
    }
    const { body: machine } = await app.call(rolesApi.create, {
      token,
      body: { name: 'Engine', description: 'x', type: 'MachineToMachine' },
    });
    for (const wrong of [{ userRoleIds: [machine.id] }, rule('fjord', 'robot')]) {
      expect(await save(id, wrong)).toMatchObject({ status: 422, body: { code: 'entity.db_constraint_violated' } });
    }
    expect(await read(id)).toEqual(nobody);
  });

  test('are needed before access control is turned on, and while it is on', async () => {
    const { id } = await newClient();
    const refused = { status: 422, body: { code: 'request.invalid_input' } };
    expect(await turn(id, true)).toMatchObject(refused);
    await save(id, { userIds: [adaId] });
    expect((await turn(id, true)).status).toBe(200);
    expect(await save(id, {})).toMatchObject(refused);
    expect(await read(id)).toMatchObject({ userIds: [adaId] });
    expect((await turn(id, false)).body).toMatchObject({ appLevelAccessControlEnabled: false });
    expect((await save(id, {})).status).toBe(200);
    const body = { name: 'Early', type: 'SPA', appLevelAccessControlEnabled: true } as const;
    expect((await app.call(applicationsApi.create, { token, body })).status).toBe(400);
  });

  test('a SAML application has the same switch with the same check', async () => {
    const { body: saml } = await app.call(samlApplicationsApi.create, { token, body: { name: 'Wiki' } });
    expect(saml.appLevelAccessControlEnabled).toBe(false);
    const turnOn = () =>
      app.call(samlApplicationsApi.update, {
        token,
        params: { id: saml.id },
        body: { appLevelAccessControlEnabled: true },
      });
    expect(await turnOn()).toMatchObject({ status: 422, body: { code: 'request.invalid_input' } });
    await save(saml.id, { userRoleIds: [clerk] });
    expect((await turnOn()).body).toMatchObject({ appLevelAccessControlEnabled: true });
  });

  test('attack: rules that name one organization again and again do not block the requests of others', async () => {
    const { body: made } = await app.call(applicationsApi.create, { token, body: { name: 'Large', type: 'SPA' } });
    const none = { userIds: [], userRoleIds: [], organizationIds: [] };
    const roleIds = (rule: number, many: number) => Array.from({ length: many }, (_, role) => `${rule * 2000 + role}`);
    const send = (name: string, organizationRoleRules: object[]): Prepared => [
      name,
      async () => () =>
        app.core.inject({
          method: 'PUT',
          url: `/api/applications/${made.id}/access-control`,
          headers: { host: new URL(app.endpoint).host, authorization: `Bearer ${token}` },
          payload: { ...none, organizationRoleRules },
        }),
    ];
    const { slow } = await findSlow([
      send(
        'one organization',
        Array.from({ length: 2000 }, (_, rule) => ({ organizationId: 'acme', organizationRoleIds: roleIds(rule, 22) })),
      ),
      send(
        'many organizations',
        Array.from({ length: 1000 }, (_, rule) => ({
          organizationId: `o${rule}`,
          organizationRoleIds: roleIds(0, 45),
        })),
      ),
    ]);
    expect(slow).toEqual([]);
  });

  test('of another tenant are neither read nor usable', async () => {
    const { id } = await newClient();
    await save(id, { userIds: [adaId] });
    const adminToken = await app.managementToken('admin');
    const asAdmin = { token: adminToken, params: { applicationId: id } };
    expect((await app.call(applicationAccessApi.get, { ...asAdmin, tenantId: 'admin' })).status).toBe(404);
    const { body: mine } = await app.call(applicationsApi.create, {
      token: adminToken,
      tenantId: 'admin',
      body: { name: 'Other', type: 'SPA' },
    });
    expect(
      await app.call(applicationAccessApi.save, {
        token: adminToken,
        tenantId: 'admin',
        params: { applicationId: mine.id },
        body: { ...nobody, userIds: [adaId] },
      }),
    ).toMatchObject({ status: 404, body: { code: 'entity.relation_foreign_key_not_found' } });
  });
});

describe('a person may use the application', () => {
  const rules = () => ({
    'as a listed user': { userIds: [adaId] },
    'with a listed role': { userRoleIds: [clerk] },
    'as a member of a listed organization': { organizationIds: ['fjord'] },
    'with a listed role in an organization': {
      organizationRoleRules: [{ organizationId: 'fjord', organizationRoleIds: ['editor'] }],
    },
  });

  test.each([
    'as a listed user',
    'with a listed role',
    'as a member of a listed organization',
    'with a listed role in an organization',
  ] as const)('%s, and nobody else', async (which) => {
    const made = await closedTo(rules()[which]);
    expect((await signIn(made)).tokens.access_token).toBeTruthy();
    expect((await arrive(made.config, { person: grace })).reached.split('?')[0]).toBe(`${app.endpoint}/consent`);
  });

  test('only with the role in the organization of the rule', async () => {
    const made = await closedTo({
      organizationRoleRules: [{ organizationId: 'arctic', organizationRoleIds: ['editor'] }],
    });
    expect((await arrive(made.config)).reached.split('?')[0]).toBe(`${app.endpoint}/consent`);
  });

  test('everybody, when access control is off', async () => {
    const made = await newClient();
    await save(made.id, { userIds: [adaId] });
    expect((await signIn(made, grace)).tokens.access_token).toBeTruthy();
  });
});

describe('a person who may not', () => {
  test('reads who they are and can go back; their answers are refused', async () => {
    const made = await closedTo({ userIds: [adaId] });
    const { browser } = await arrive(made.config, { person: grace });
    const { status, settings } = await consentPage(browser);
    expect(status).toBe(200);
    expect(settings.consent).toBeUndefined();
    expect(settings.refusal).toMatchObject({
      application: { id: made.id },
      user: { username: 'grace' },
      switchAccountUri: expect.stringContaining('prompt=login+consent'),
    });
    for (const method of ['GET', 'POST'] as const) {
      expect(await consent(browser, method)).toMatchObject({ status: 400, body: { code: 'oidc.access_denied' } });
    }
    const back = await browser.follow(String((await consent(browser, 'DELETE')).body.redirectTo), [redirectUri]);
    expect(new URL(back).searchParams.get('error')).toBe('access_denied');
  });

  test('can continue as another person', async () => {
    const made = await closedTo({ userIds: [adaId] });
    const { browser } = await arrive(made.config, { person: grace });
    const { refusal } = (await consentPage(browser)).settings as { refusal: { switchAccountUri: string } };
    await browser.follow(refusal.switchAccountUri, [`${app.endpoint}/sign-in`]);
    // The engine ends the session of the first person with a form that sends itself.
    const page = await (await browser.request(await signInByPassword(browser, app.endpoint, ada))).text();
    const fields = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    );
    const left = await browser.request(/action="([^"]+)"/.exec(page)?.[1] ?? '', {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    const reached = await browser.follow(left.headers.get('location') ?? '', [redirectUri]);
    expect(new URL(reached).searchParams.get('code')).toBeTruthy();
  });

  test('gets in after a rule was added while the page was open', async () => {
    const made = await closedTo({ userRoleIds: [clerk] });
    const { browser } = await arrive(made.config, { person: grace });
    expect((await consent(browser, 'POST')).status).toBe(400);
    await turn(made.id, false);
    const { redirectTo } = (await consent(browser, 'POST')).body;
    const reached = await browser.follow(String(redirectTo), [redirectUri]);
    expect(new URL(reached).searchParams.get('code')).toBeTruthy();
  });

  test('is refused without a page when the request allows none', async () => {
    const made = await closedTo({ userIds: [adaId] });
    const { browser } = await arrive((await newClient()).config, { person: grace });
    const { reached } = await arrive(made.config, { browser, params: { prompt: 'none' } });
    expect(new URL(reached).searchParams.get('error')).toBe('access_denied');
  });

  test('is refused on the consent page of a third-party application too', async () => {
    const made = await closedTo({ userIds: [adaId] }, { type: 'Traditional', isThirdParty: true });
    const { browser } = await arrive(made.config, { person: grace });
    expect(await consent(browser, 'POST')).toMatchObject({ status: 400, body: { code: 'oidc.access_denied' } });
  });
});

describe('a rule that is removed', () => {
  test('between the sign-in page and the consent step refuses the answer (attack)', async () => {
    const made = await closedTo(
      { userIds: [adaId], userRoleIds: [clerk] },
      { type: 'Traditional', isThirdParty: true },
    );
    const { browser, reached } = await arrive(made.config);
    expect(reached.split('?')[0]).toBe(`${app.endpoint}/consent`);
    expect((await consent(browser, 'GET')).status).toBe(200);
    await save(made.id, { organizationIds: ['arctic'] });
    expect(await consent(browser, 'POST')).toMatchObject({ status: 400, body: { code: 'oidc.access_denied' } });
  });

  test('refuses the next refresh, which works again when the rule is back', async () => {
    const made = await closedTo({ userIds: [adaId] });
    const { tokens } = await signIn(made);
    await save(made.id, { organizationIds: ['arctic'] });
    const refused = await fetch(`${app.endpoint}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: made.id,
        refresh_token: tokens.refresh_token ?? '',
      }),
    });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ ...denied, code: 'oidc.access_denied' });
    expect((await client.fetchUserInfo(made.config, tokens.access_token, adaId)).sub).toBe(adaId);
    await save(made.id, { userIds: [adaId] });
    expect((await client.refreshTokenGrant(made.config, tokens.refresh_token ?? '')).access_token).toBeTruthy();
  });

  test('refuses a code that was not redeemed yet, also for a SAML application', async () => {
    const made = await closedTo({ userIds: [adaId] });
    const verifier = client.randomPKCECodeVerifier();
    const params = { code_challenge: await client.calculatePKCECodeChallenge(verifier) };
    const redeem = async (reached: string) =>
      client.authorizationCodeGrant(made.config, new URL(reached), { pkceCodeVerifier: verifier });
    const { reached } = await arrive(made.config, { params });
    await save(made.id, { organizationIds: ['arctic'] });
    await expect(redeem(reached)).rejects.toMatchObject(denied);
    await save(made.id, { userIds: [adaId] });
    expect((await redeem(reached)).access_token).toBeTruthy();

    const { id } = await createSamlApplication(app, token);
    await save(id, { userIds: [adaId] });
    await app.call(samlApplicationsApi.update, {
      token,
      params: { id },
      body: { appLevelAccessControlEnabled: true },
    });
    const provider = await serviceProvider(app, id);
    const { browser, callback } = await signInFrom(app, await provider.getAuthorizeUrlAsync('', undefined, {}), ada);
    await save(id, { organizationIds: ['arctic'] });
    const response = await browser.request(callback);
    expect([response.status, (await response.text()).includes('SAMLResponse')]).toEqual([400, false]);
  });

  test('sends the application that was used before an error at the next authorization request', async () => {
    const made = await closedTo({ userIds: [adaId] });
    const { browser } = await signIn(made);
    await save(made.id, { organizationIds: ['arctic'] });
    const { reached } = await arrive(made.config, { browser });
    expect(new URL(reached).searchParams.get('error')).toBe('access_denied');
    // Another account can still sign in.
    const again = await browser.follow(await requestUrl(made.config, { prompt: 'login' }), [
      `${app.endpoint}/sign-in`,
      redirectUri,
    ]);
    expect(again.split('?')[0]).toBe(`${app.endpoint}/sign-in`);
  });

  test('with its role, organization role, organization or user leaves the others, and the switch stays on', async () => {
    const { body: role } = await app.call(rolesApi.create, { token, body: { name: 'Guest', description: 'x' } });
    await app.call(rolesApi.assignUsers, { token, params: { id: role.id }, body: { userIds: [adaId] } });
    const made = await closedTo({ userRoleIds: [role.id] });
    const { tokens } = await signIn(made);
    await app.call(rolesApi.remove, { token, params: { id: role.id } });
    expect(await read(made.id)).toEqual(nobody);
    await expect(client.refreshTokenGrant(made.config, tokens.refresh_token ?? '')).rejects.toMatchObject(denied);
    expect((await app.call(applicationsApi.get, { token, params: { id: made.id } })).body).toMatchObject({
      appLevelAccessControlEnabled: true,
    });
  });

  test('refuses an approved device before it gets tokens, and a device whose person was never allowed', async () => {
    const made = await closedTo(
      { userIds: [adaId] },
      { type: 'Native', customClientMetadata: { isDeviceFlowEnabled: true } },
    );
    const approve = async (person: typeof ada) => {
      const device = await client.initiateDeviceAuthorization(made.config, { scope: 'openid' });
      const browser = createBrowser({ accept: 'text/html' });
      const post = async (page: Response, fields: Record<string, string>) => {
        const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
        const body = new URLSearchParams({ xsrf, user_code: device.user_code, ...fields });
        return browser.request(`${app.endpoint}/oidc/device`, { method: 'POST', body });
      };
      const confirm = await post(await browser.request(`${app.endpoint}/oidc/device`), {});
      const answer = await post(confirm, { confirm: 'yes' });
      const next = new URL(answer.headers.get('location') ?? '', app.endpoint).href;
      await browser.follow(next, [`${app.endpoint}/sign-in`]);
      const resumed = await signInByPassword(browser, app.endpoint, person);
      return { device, browser, resumed };
    };
    const poll = (code: string) => client.genericGrantRequest(made.config, deviceCodeGrant, { device_code: code });

    const other = await approve(grace);
    expect((await other.browser.follow(other.resumed, [`${app.endpoint}/consent`])).split('?')[0]).toBe(
      `${app.endpoint}/consent`,
    );
    expect((await consent(other.browser, 'POST')).status).toBe(400);
    await expect(poll(other.device.device_code)).rejects.toMatchObject({ error: 'authorization_pending' });

    const own = await approve(ada);
    await own.browser.request(own.resumed);
    await save(made.id, { organizationIds: ['arctic'] });
    await expect(poll(own.device.device_code)).rejects.toMatchObject(denied);
    await save(made.id, { userIds: [adaId] });
    expect((await poll(own.device.device_code)).access_token).toBeTruthy();
  });

  test('refuses to exchange a token for the user', async () => {
    const made = await closedTo(
      { organizationIds: ['arctic'] },
      { type: 'Traditional', customClientMetadata: { allowTokenExchange: true } },
    );
    const { body } = await app.call(personalAccessTokensApi.create, {
      token,
      params: { userId: adaId },
      body: { name: `For ${made.id}` },
    });
    const exchange = () =>
      client.genericGrantRequest(made.config, tokenExchangeGrant, {
        subject_token: body.value,
        subject_token_type: tokenTypes.personalAccessToken,
        scope: 'openid',
      });
    await expect(exchange()).rejects.toMatchObject(denied);
    await save(made.id, { organizationIds: ['fjord'] });
    expect((await exchange()).access_token).toBeTruthy();
  });
});
