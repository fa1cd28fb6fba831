import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type {
  Answer,
  AuthorizationRequest,
  ConnectorFactory,
  ConnectorSession,
  Egress,
  FactoryOptions,
  MessagePayload,
  SocialConnector,
  TemplateType,
} from './kit/interface.ts';

export type Call = { url: URL; method: string; headers: Record<string, string>; body: string };
type Reply = { status?: number; body?: unknown; headers?: Record<string, string> };

/** A provider on a local port that records calls and responds by path. Connectors treat it as the real one. */
export async function fakeProvider(answers: Record<string, Reply | ((call: Call) => Reply)>) {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    const url = new URL(String(request.headers['x-meant-for']));
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const call = { url, method: request.method ?? '', headers, body: Buffer.concat(chunks).toString() };
    calls.push(call);
    const found = answers[`${url.origin}${url.pathname}`];
    const reply: Reply = found ? (typeof found === 'function' ? found(call) : found) : { status: 404 };
    const { status = 200, body = '', headers: replyHeaders = {} } = reply;
    response
      .writeHead(status, replyHeaders)
      .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const egress: Egress = {
    fetch: async (url, init = {}): Promise<Answer> =>
      fetch(`http://127.0.0.1:${port}/`, { ...init, headers: { ...init.headers, 'x-meant-for': url } }),
    resolve: async () => ({ address: '127.0.0.1', family: 4 }),
  };
  return { calls, egress, close: () => new Promise<unknown>((resolve) => server.close(resolve)) };
}

export const optionsFor = (config: unknown, egress: Egress, more: Partial<FactoryOptions> = {}): FactoryOptions => ({
  getConfig: async () => config,
  egress,
  ...more,
});

export const message = (to: string, type: TemplateType = 'SignIn', payload: MessagePayload = { code: '123456' }) => ({
  to,
  type,
  payload,
  brand: { name: 'Acme' },
});

export const request = {
  state: 'some-state',
  redirectUri: 'https://auth.example.com/callback/abc',
  connectorId: 'abc',
  connectorFactoryId: 'x',
  jti: 'jti',
  headers: {},
};

const keys = (async () => {
  const [right, wrong] = await Promise.all([
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
  ]);
  const jwks = { keys: [{ ...(await exportJWK(right.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] };
  return { right: right.privateKey, wrong: wrong.privateKey, jwks };
})();

/** Signs valid and invalid ID tokens. */
export async function createIssuer(issuer: string, audience: string) {
  const { right, wrong, jwks } = await keys;
  const sign = (claims: JWTPayload, { isForged = false, expiresIn = '5m' } = {}) =>
    new SignJWT({ iss: issuer, aud: audience, sub: 'person-1', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setIssuedAt(typeof claims.iat === 'number' ? claims.iat : undefined)
      .setExpirationTime(expiresIn)
      .sign(isForged ? wrong : right);
  return { jwks, sign };
}

type Answers = Parameters<typeof fakeProvider>[0];

/** A provider for the tests that every social connector must pass. */
export type SocialCase = {
  name: string;
  factory: ConnectorFactory<SocialConnector>;
  config: Record<string, unknown>;
  /** Where people are redirected, and with which parameters besides `state`. */
  address: string;
  query: Record<string, unknown>;
  usesPkce?: boolean;
  /** What the provider adds to the callback, a code if not given. */
  callback?: Record<string, string>;
  /** The responses of the provider. `changes` are values of the profile. */
  answers(changes?: Record<string, unknown>): Answers;
  /** Values in the profile that must not reach the user. */
  hostile: Record<string, unknown>;
  withoutId: Answers;
  info: Record<string, unknown>;
  /** The response to a wrong code, and what callers see of it. */
  refusal: Answers;
  refusalData: Record<string, unknown>;
  /** Checks credentials, signatures and tokens of the requests. */
  check?(calls: Call[], session: ConnectorSession): void;
};

/** Redirects to a provider and returns, as a sign-in does. */
export async function visitProvider(
  { factory, config, callback = { code: 'the-code' } }: SocialCase,
  answers: Answers,
  more: Partial<AuthorizationRequest> = {},
) {
  const provider = await fakeProvider(answers);
  const connector = await factory(optionsFor(config, provider.egress));
  let session: ConnectorSession = {};
  const uri = await connector.getAuthorizationUri({ ...request, ...more }, async (kept) => {
    session = more.keepsSession === false ? {} : kept;
  });
  const back = (data: object = { ...callback, state: request.state }) =>
    connector.getUserInfo(data, async () => session);
  return { provider, connector, uri: new URL(uri), back, session };
}
