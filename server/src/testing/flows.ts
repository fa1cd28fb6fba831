import { createServer } from 'node:net';
import { repeatRefused } from '@postern/contracts/repeat-refused';
import type { InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import * as client from 'openid-client';
import { originOf } from '#platform/tenancy/addresses';
import { type Browser, createBrowser } from '#platform/testing/browser';
import { type TestApp, testApp } from './test-app.ts';

/** Below the ephemeral ports, so that no other process gets a port between the check and its use. */
const ports = { first: 10_000, last: 15_999, workers: 8 };
const share = Math.floor((ports.last - ports.first + 1) / ports.workers);
// Each worker of a run has its own range; each run starts at a random offset.
const from = ports.first + (Number(process.env.VITEST_POOL_ID ?? 0) % ports.workers) * share;
let asked = Math.floor(Math.random() * share);

/** A free port that no other test gets. */
export async function freePort(): Promise<number> {
  asked += 1;
  const port = from + (asked % share);
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}

export type ListeningApp = TestApp & { endpoint: string; adminEndpoint: string };

/** The product listening on free ports, for HTTP clients. */
export async function listeningApp(environment: Record<string, string> = {}): Promise<ListeningApp> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const endpoint = `http://localhost:${port}`;
  const adminEndpoint = `http://localhost:${adminPort}`;
  const app = await testApp({ ENDPOINT: endpoint, ADMIN_ENDPOINT: adminEndpoint, ...environment });
  await app.core.listen({ host: '127.0.0.1', port });
  await app.admin.listen({ host: '127.0.0.1', port: adminPort });
  return { ...app, endpoint, adminEndpoint };
}

async function step(
  browser: Browser,
  endpoint: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const send = () =>
    browser.request(`${endpoint}/api/experience${path}`, {
      method,
      headers: { origin: originOf(endpoint), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  // As the sign-in pages do.
  const response = await repeatRefused(send);
  const text = await response.text();
  const answer: unknown = text ? JSON.parse(text) : undefined;
  if (!response.ok) {
    throw Object.assign(new Error(`${method} ${path}: ${response.status} ${text}`), {
      status: response.status,
      body: answer,
    });
  }
  return answer;
}

export type Person = { username: string; password: string };

/** Makes the API calls of the sign-in pages for a browser that has reached them. Returns the next URL. */
export async function signInByPassword(
  browser: Browser,
  endpoint: string,
  person: Person,
  event: InteractionEvent = 'SignIn',
): Promise<string> {
  const identifier = { type: 'username', value: person.username };
  await step(browser, endpoint, 'PUT', '', { interactionEvent: event });
  const path = event === 'SignIn' ? '/verification/password' : '/verification/new-password-identity';
  const { verificationId } = (await step(browser, endpoint, 'POST', path, {
    identifier,
    password: person.password,
  })) as {
    verificationId: string;
  };
  await step(browser, endpoint, 'POST', '/identification', { verificationId });
  const { redirectTo } = (await step(browser, endpoint, 'POST', '/submit')) as { redirectTo: string };
  return redirectTo;
}

type FlowOptions = {
  issuer: string;
  clientId: string;
  clientSecret?: string;
  redirectUri: string;
  scope?: string;
  resource?: string[];
  person: Person;
  event?: InteractionEvent;
  browser?: Browser;
  params?: Record<string, string>;
  /** Additional parameters of the token request. */
  tokenParams?: Record<string, string>;
};

/** The complete flow of a relying party, with a third-party client library: discovery, PKCE, sign-in, code, tokens. */
export async function authorize(options: FlowOptions) {
  const { issuer, clientId, clientSecret, redirectUri, person, event = 'SignIn', browser = createBrowser() } = options;
  const config = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute: [client.allowInsecureRequests],
  });
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: options.scope ?? 'openid profile offline_access',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    prompt: 'login consent',
    ...options.params,
  });
  for (const resource of options.resource ?? []) {
    url.searchParams.append('resource', resource);
  }
  const endpoint = issuer.replace(/\/oidc$/, '');
  await browser.follow(url.href, [`${endpoint}/sign-in`, `${endpoint}/register`]);
  const resumed = await signInByPassword(browser, endpoint, person, event);
  const callback = await browser.follow(resumed, [redirectUri]);
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const tokens = await client.authorizationCodeGrant(config, new URL(callback), checks, options.tokenParams);
  return { config, tokens, browser, callback, verifier, state };
}
