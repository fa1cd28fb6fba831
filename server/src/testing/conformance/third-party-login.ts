import { applicationsApi } from '@postern/contracts/access/applications';
import { expect } from 'vitest';
import { type Check, type Plan, warns } from './plan.ts';
import { get, redirectUri, type World } from './world.ts';

const initiateLoginUri = 'https://rp.example.com/login';
const metadata = (uri: string) => ({
  redirectUris: [redirectUri],
  postLogoutRedirectUris: [],
  initiateLoginUri: uri,
});

/** Registration stores the address and returns it, and the OP sends the browser there (OpenID Connect Core §4). */
const login: Check = async (world) => {
  const { id } = await world.register({ oidcClientMetadata: metadata(initiateLoginUri) });
  const { body } = await world.app.call(applicationsApi.get, { token: world.token, params: { id } });
  expect(body.oidcClientMetadata.initiateLoginUri).toBe(initiateLoginUri);
  const target = 'https://rp.example.com/orders';
  const query = new URLSearchParams({ target_link_uri: target, login_hint: 'ada' });
  const { status, headers } = await get(`${world.app.endpoint}/api/initiate-login/${id}?${query}`);
  const location = new URL(headers.get('location') ?? '');
  expect([status, location.origin + location.pathname]).toEqual([302, initiateLoginUri]);
  expect(Object.fromEntries(location.searchParams)).toEqual({
    iss: world.issuer,
    target_link_uri: target,
    login_hint: 'ada',
  });
  // What the application does there: an ordinary request to the issuer, with the hint.
  const reached = await world.flow({ client: world.first, params: { login_hint: 'ada' } });
  expect(reached.claims.iss).toBe(location.searchParams.get('iss'));
};

const withoutHttps: Check = async (world: World) => {
  const { status } = await world.app.call(applicationsApi.create, {
    token: world.token,
    body: {
      name: 'Relying party',
      type: 'Traditional',
      oidcClientMetadata: metadata(initiateLoginUri.replace('https:', 'http:')),
    },
  });
  expect(status).toBe(400);
};

const registered = 'registered with the Management API, because client registration is not offered';

export const thirdPartyLoginPlan: Plan = {
  id: 'oidcc-3rdparty-init-login-certification-test-plan',
  title: 'Third-Party-Initiated Login OP',
  modules: {
    'oidcc-3rd_party-init-login': warns(registered, login),
    'oidcc-3rd_party-init-login-nohttps': warns(registered, withoutHttps),
  },
};
