import { randomBytes } from 'node:crypto';
import { type TenantTag, tenantsApi } from '@postern/contracts/cloud/tenants';
import type { AdministratorRole } from '@postern/contracts/people/administrators';
import {
  adminConsoleAppId,
  adminTenantId,
  cloudApiIndicator,
  defaultTenantId,
  managementApiIndicator,
  meApiIndicator,
  organizationsResource,
  tenantScopes,
} from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client';
import { updateSignInExperience } from '#features/experience/sign-in-experience';
import { closeRegistration, makeAdministrator, usernameAndPassword } from '#features/people/provision';
import { createUser, hashPassword, type StoredPassword } from '#features/people/users';
import type { TestApp } from './types.ts';

type Headers = Record<string, string>;

/** A browser on top of `inject`: cookies only. */
function injectBrowser(app: TestApp) {
  const cookies = new Map<string, string>();
  return async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: string, headers: Headers = {}) => {
    const answer = await app.admin.inject({
      method,
      url,
      headers: {
        host: new URL(app.app.endpointOf(adminTenantId)).host,
        accept: 'application/json, text/html;q=0.1',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value } of answer.cookies) {
      if (value) {
        cookies.set(name, value);
      } else {
        cookies.delete(name);
      }
    }
    return answer;
  };
}

/** A user of the admin tenant with only a username and a password, like accounts that are older than email support. */
const createPerson = (app: TestApp, username: string, password: StoredPassword) =>
  app.write(adminTenantId, (db) =>
    createUser(db, app.app.config, adminTenantId, { username, password, applicationId: adminConsoleAppId }),
  );

/** Tests of tenants register people by username, so that they need no emails. */
export async function useUsernames(app: TestApp, tenantId: string): Promise<void> {
  const { signIn, signUp } = usernameAndPassword;
  await app.write(tenantId, (db) =>
    updateSignInExperience(db, {
      signIn: { methods: [...signIn.methods] },
      signUp: { ...signUp, identifiers: [...signUp.identifiers] },
    }),
  );
  app.app.cache.drop(tenantId);
}

/**
 * Signs a new user in to the console, as the console does, and returns the tokens. `prepare` runs before the user signs
 * in.
 */
export async function consoleTokens(
  app: TestApp,
  username: string,
  prepare?: (userId: string) => Promise<unknown>,
  resources: readonly string[] = [cloudApiIndicator, meApiIndicator, organizationsResource],
) {
  const secret = 'a long enough secret';
  const { id } = await createPerson(app, username, await hashPassword(secret));
  await prepare?.(id);
  const browse = injectBrowser(app);
  const origin = app.app.endpointOf(adminTenantId);
  const verifier = randomPKCECodeVerifier();
  const redirectUri = `${origin}${app.config.edition === 'oss' ? '/console' : ''}/callback`;
  const query = new URLSearchParams({
    client_id: 'admin-console',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: `openid offline_access profile all create:tenant manage:tenant:self urn:logto:scope:organizations urn:logto:scope:organization_roles ${tenantScopes.join(' ')}`,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    prompt: 'login consent',
  });
  for (const resource of resources) {
    query.append('resource', resource);
  }
  await browse('GET', `/oidc/auth?${query}`);
  const step = async (method: 'PUT' | 'POST', path: string, body?: unknown) => {
    const answer = await browse(
      method,
      `/api/experience${path}`,
      body === undefined ? undefined : JSON.stringify(body),
    );
    if (answer.statusCode >= 400) {
      throw new Error(`${path}: ${answer.payload}`);
    }
    return answer.payload ? answer.json() : undefined;
  };
  await step('PUT', '', { interactionEvent: 'SignIn' });
  const identifier = { type: 'username', value: username };
  const { verificationId } = await step('POST', '/verification/password', { identifier, password: secret });
  await step('POST', '/identification', { verificationId });
  let { redirectTo: next } = await step('POST', '/submit');
  while (!next.startsWith(redirectUri)) {
    const answer = await browse('GET', next.replace(origin, ''));
    next = new URL(String(answer.headers.location), origin).href;
  }
  const token = async (parameters: Record<string, string>) => {
    const answer = await browse(
      'POST',
      '/oidc/token',
      new URLSearchParams({ client_id: 'admin-console', ...parameters }).toString(),
      {
        'content-type': 'application/x-www-form-urlencoded',
      },
    );
    const body = answer.json();
    if (answer.statusCode !== 200) {
      throw Object.assign(new Error(JSON.stringify(body)), { status: answer.statusCode, body });
    }
    return body as { access_token: string; refresh_token: string; id_token: string };
  };
  const code = new URL(next).searchParams.get('code') ?? '';
  let { refresh_token: refreshToken, id_token: idToken } = await token({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const refresh = async (more: Record<string, string>) => {
    const answer = await token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...more });
    refreshToken = answer.refresh_token;
    idToken = answer.id_token ?? idToken;
    return answer.access_token;
  };
  const cloud = await refresh({ resource: cloudApiIndicator });
  return {
    cloud,
    me: await refresh({ resource: meApiIndicator }),
    idToken,
    refresh,
    organization: (tenantId: string) => refresh({ organization_id: `t-${tenantId}` }),
    async createTenant(name: string, tag?: TenantTag): Promise<string> {
      const { status, body } = await app.call(tenantsApi.create, { token: cloud, body: { name, tag } });
      if (status !== 201) {
        throw new Error(JSON.stringify(body));
      }
      await useUsernames(app, body.id);
      return body.id;
    },
  };
}

/** A new administrator of the open-source edition. `token` is for the management API of the default tenant. */
export async function administratorTokens(app: TestApp, username: string, role: AdministratorRole) {
  const management = managementApiIndicator(defaultTenantId);
  const tokens = await consoleTokens(
    app,
    username,
    (userId) =>
      app.write(adminTenantId, async (db) => {
        await makeAdministrator(db, userId, role);
        await closeRegistration(db);
      }),
    [management, cloudApiIndicator, meApiIndicator, organizationsResource],
  );
  const id = decodeJwt(tokens.idToken).sub ?? '';
  return { ...tokens, id, token: await tokens.refresh({ resource: management }) };
}

/** A management API token of a machine application with the given roles. */
export async function createMachine(app: TestApp, tenantId: string, roleIds: string[]): Promise<string> {
  const id = `m${randomBytes(8).toString('hex')}`;
  const secret = randomBytes(16).toString('hex');
  await app.write(tenantId, async (db) => {
    const metadata = '{"redirectUris":[],"postLogoutRedirectUris":[]}';
    const type = 'MachineToMachine';
    await db
      .insertInto('applications')
      .values({ id, name: 'Machine', secret: '#internal:x', type, oidc_client_metadata: metadata })
      .execute();
    await db
      .insertInto('application_secrets')
      .values({ application_id: id, application_type: type, name: 'test', value: secret })
      .execute();
    for (const roleId of roleIds) {
      await db.insertInto('applications_roles').values({ application_id: id, role_id: roleId }).execute();
    }
  });
  const { status, body } = await app.inject(tenantId === adminTenantId ? app.admin : app.core, {
    method: 'POST',
    url: '/oidc/token',
    headers: {
      host: new URL(app.app.endpointOf(tenantId)).host,
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      resource: managementApiIndicator(tenantId),
      scope: 'all',
    }).toString(),
  });
  if (status !== 200) {
    throw new Error(`No token: ${JSON.stringify(body)}`);
  }
  return (body as { access_token: string }).access_token;
}
