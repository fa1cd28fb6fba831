import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as client from 'openid-client';
import { freePort } from './free-port.ts';

type Pending = { verifier: string; state: string };
type Session = { idToken: string; claims: Record<string, unknown> };

/** A web application with a secret, or one that requests more than the identity. */
type Options = { secret?: string; scope?: string };

export type RelyingParty = {
  url: string;
  redirectUri: string;
  /** Configures the issuer; the application's own URL must be known first, to be registered. */
  connect(issuer: string, clientId: string, options?: Options): Promise<void>;
  stop(): Promise<void>;
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const safe = (value: unknown) => String(value).replace(/[&<>"]/g, (character) => escapes[character] ?? '');

const document = (body: string) =>
  `<!doctype html><html lang="en"><title>Bookshop</title><main><h1>Bookshop</h1>${body}</main></html>`;

const claimsTable = (claims: Session['claims']) =>
  `<table aria-label="Claims">${Object.entries(claims)
    .map(([name, value]) => `<tr><th scope="row">${safe(name)}</th><td>${safe(value)}</td></tr>`)
    .join('')}</table>`;

/** A small third-party web application: signs in with PKCE, shows its claims, signs out. One visitor at a time. */
export async function startRelyingParty(): Promise<RelyingParty> {
  const url = `http://localhost:${await freePort()}`;
  const redirectUri = `${url}/callback`;
  let configuration: client.Configuration;
  let pending: Pending | undefined;
  let session: Session | undefined;
  let failure: string | undefined;
  let scope = 'openid profile';

  async function signIn(): Promise<URL> {
    const verifier = client.randomPKCECodeVerifier();
    pending = { verifier, state: client.randomState() };
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope,
      state: pending.state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
  }

  async function finish(address: URL): Promise<URL> {
    failure = address.searchParams.get('error') ?? undefined;
    if (failure) {
      return new URL(url);
    }
    const tokens = await client.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: pending?.verifier,
      expectedState: pending?.state,
      idTokenExpected: true,
    });
    session = { idToken: tokens.id_token ?? '', claims: { ...tokens.claims() } };
    return new URL(url);
  }

  function signOut(): URL {
    const idToken = session?.idToken ?? '';
    session = undefined;
    return client.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: url });
  }

  const ways: Record<string, (address: URL) => URL | Promise<URL>> = {
    '/sign-in': signIn,
    '/callback': finish,
    '/sign-out': signOut,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', url);
    const way = ways[address.pathname];
    if (way) {
      response.writeHead(302, { location: (await way(address)).href }).end();
      return;
    }
    const page = session
      ? `${claimsTable(session.claims)}<p><a href="/sign-out">Sign out</a></p>`
      : `${failure ? `<p role="status">Refused: ${safe(failure)}</p>` : ''}<p><a href="/sign-in">Sign in</a></p>`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(document(page));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), '127.0.0.1', resolve));

  return {
    url,
    redirectUri,
    async connect(issuer, clientId, options = {}) {
      const { secret } = options;
      scope = options.scope ?? scope;
      const authentication = secret ? client.ClientSecretBasic(secret) : client.None();
      configuration = await client.discovery(new URL(issuer), clientId, secret, authentication, {
        execute: [client.allowInsecureRequests],
      });
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
