import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Administrator } from './administrator.ts';
import { freePort } from './free-port.ts';

export type Person = { sub: string; name: string; email?: string; email_verified?: boolean };

export type FakeProvider = {
  url: string;
  /** Configuration for a connector to this provider. */
  config: object;
  /** Creates a connector to this provider; returns its id. */
  connect(administrator: Administrator, more?: { target?: string; name?: string }): Promise<string>;
  stop(): Promise<void>;
};

type Asked = { redirectUri: string; state: string; nonce: string };

const clientId = 'postern-at-acme';

/** A third-party OpenID Connect provider: a page on which a visitor picks an identity or refuses. */
export async function startProvider(people: readonly Person[]): Promise<FakeProvider> {
  const url = `http://localhost:${await freePort()}`;
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] };
  const codes = new Map<string, { person: Person; asked: Asked }>();

  function choose({ searchParams }: URL): string {
    const asked = {
      redirectUri: searchParams.get('redirect_uri') ?? '',
      state: searchParams.get('state') ?? '',
      nonce: searchParams.get('nonce') ?? '',
    };
    const links = people.map((person) => {
      const code = randomUUID();
      codes.set(code, { person, asked });
      const query = new URLSearchParams({ code, state: asked.state });
      return `<p><a href="${asked.redirectUri}?${query}">Continue as ${person.name}</a></p>`;
    });
    const refusal = new URLSearchParams({ error: 'access_denied', state: asked.state });
    const page = `${links.join('')}<p><a href="${asked.redirectUri}?${refusal}">Refuse</a></p>`;
    return `<!doctype html><html lang="en"><title>Acme</title><main><h1>Acme</h1>${page}</main></html>`;
  }

  async function redeem(request: IncomingMessage): Promise<object | undefined> {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
    }
    const code = new URLSearchParams(text).get('code') ?? '';
    const found = codes.get(code);
    codes.delete(code);
    if (!found) {
      return undefined;
    }
    const idToken = await new SignJWT({ ...found.person, nonce: found.asked.nonce })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setIssuer(url)
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    return {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid email',
      id_token: idToken,
    };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', url);
    if (address.pathname === '/authorize') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(choose(address));
      return;
    }
    const found = address.pathname === '/token' ? await redeem(request) : jwks;
    response
      .writeHead(found ? 200 : 400, { 'content-type': 'application/json' })
      .end(JSON.stringify(found ?? { error: 'invalid_grant' }));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), '127.0.0.1', resolve));

  const config = {
    authorizationEndpoint: `${url}/authorize`,
    tokenEndpoint: `${url}/token`,
    clientId,
    clientSecret: 'secret',
    scope: 'openid profile email',
    idTokenVerificationConfig: { jwksUri: `${url}/jwks`, issuer: url },
  };
  return {
    url,
    config,
    async connect(administrator, { target = 'acme', name = 'Acme' } = {}) {
      const { id } = await administrator.api<{ id: string }>('post', '/api/connectors', {
        connectorId: 'oidc',
        // Acme really verifies the addresses it reports as verified.
        trustAddresses: true,
        metadata: { target, name: { en: name } },
        config,
      });
      return id;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
