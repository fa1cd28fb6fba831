import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { newRsaKeys } from '#platform/testing/new-rsa-key';

export type Employee = {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  picture?: string;
  hd?: string;
};

const client = { id: 'postern', secret: 'secret of the enterprise client' };

/**
 * The OpenID Connect provider of a company. Whoever is sent there is the person of `next`, without a page. It listens
 * on a port of this machine.
 */
export async function identityProvider(redirectUri: (uri: string) => boolean = () => true) {
  const staff = new Map<string, Employee>();
  let next = '';
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = newRsaKeys();
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'first', use: 'sig', alg: 'RS256' }] } as never,
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: ['http://core.test/callback/any'],
        grant_types: ['authorization_code', 'refresh_token'],
        post_logout_redirect_uris: ['http://core.test/api/authn/single-sign-on/logout'],
        // So that ID tokens have a `sid`. Tests send the logout tokens themselves.
        backchannel_logout_uri: 'http://core.test/unused',
        backchannel_logout_session_required: true,
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture', 'hd'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    issueRefreshToken: async () => true,
    findAccount: async (_ctx, sub) => {
      const person = staff.get(sub);
      return person && { accountId: sub, claims: async () => ({ ...person }) };
    },
    loadExistingGrant: async (ctx) => {
      const grant = new provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email offline_access');
      await grant.save();
      return grant;
    },
  });
  // The redirect URI contains the id of the connector, which the test creates later.
  provider.Client.prototype.redirectUriAllowed = redirectUri;
  const handle = provider.callback();
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      handle(request, response);
      return;
    }
    const result = next ? { login: { accountId: next } } : { error: 'access_denied', error_description: 'No.' };
    await provider.interactionFinished(request, response, result);
  });

  return {
    issuer,
    client,
    staff,
    config: { clientId: client.id, clientSecret: client.secret, issuer },
    close: () => server.close(),
    /** A logout token of the provider. `claims` replace those of a valid token; undefined removes one. */
    logoutToken(claims: Record<string, unknown>, key = privateKey, header: Record<string, string> = {}) {
      const now = Math.floor(Date.now() / 1000);
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const all = { iss: issuer, aud: client.id, iat: now, exp: now + 120, jti: randomUUID(), events, ...claims };
      const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
      return new SignJWT(given).setProtectedHeader({ alg: 'RS256', kid: 'first', ...header }).sign(key);
    },
    hire(person: Employee) {
      staff.set(person.sub, person);
      next = person.sub;
    },
    refuse() {
      next = '';
    },
    /** Follows the redirects of the provider as a browser. Returns the parameters of the callback. */
    async visit(authorizationUri: string): Promise<Record<string, string>> {
      const cookies = new Map<string, string>();
      let url = authorizationUri;
      for (let hops = 0; hops < 10; hops += 1) {
        if (!url.startsWith(issuer)) {
          return Object.fromEntries(new URL(url).searchParams);
        }
        const answer = await fetch(url, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const line of answer.headers.getSetCookie()) {
          const [pair = ''] = line.split(';');
          const at = pair.indexOf('=');
          cookies.set(pair.slice(0, at), pair.slice(at + 1));
        }
        const location = answer.headers.get('location');
        if (!location) {
          throw new Error(`${url} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
        }
        url = new URL(location, url).href;
      }
      throw new Error('The provider redirects without end.');
    },
  };
}

export type TestIdentityProvider = Awaited<ReturnType<typeof identityProvider>>;
