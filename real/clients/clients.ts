/** A published client that signs people in, and what it needs. */
export type Client = {
  name: string;
  version: string;
  /** Its program in `servers` or `pages`. */
  file: string;
  packages: Record<string, string>;
  /** The path of its redirect URI. */
  callback: string;
  /** The paths that begin a sign-in, show what the client knows, and sign out. */
  signIn: string;
  me?: string;
  signOut?: string;
  /** Settings of the application that differ from those of a new one. */
  metadata?: Record<string, unknown>;
  /** It takes only an issuer with https. */
  needsTls?: boolean;
  /** It needs tokens that it can read: a default resource. */
  needsDefaultResource?: boolean;
  claims: Record<string, unknown>;
};

const ada = { name: 'Ada Lovelace' };

/** The package that is tested is the first one. */
function withFile(packages: Record<string, string>, fileOf: (name: string) => string, more: Partial<Client>): Client {
  const [[name, version] = ['', '']] = Object.entries(packages);
  return { name, version, file: fileOf(name), packages, callback: '/callback', signIn: '/', claims: ada, ...more };
}
const client = (packages: Record<string, string>, more: Partial<Client> = {}) =>
  withFile(packages, (name) => `${name.replace(/^@/, '').replaceAll('/', '-')}.mjs`, more);

const python = (packages: Record<string, string>, more: Partial<Client> = {}) =>
  withFile(packages, (name) => `${name.toLowerCase().replaceAll('-', '_')}_client.py`, more);
const go = (packages: Record<string, string>, file: string, more: Partial<Client> = {}) =>
  withFile(packages, () => file, more);

const web = { express: '5.3.0', 'express-session': '1.19.0' };
const signOut = '/sign-out';

export const servers: readonly Client[] = [
  client({ 'openid-client': '6.8.9' }, { signOut }),
  client({ oauth4webapi: '3.8.8' }),
  client(
    { 'express-openid-connect': '3.4.0', ...web },
    { signIn: '/sign-in', me: '/me', signOut, metadata: { idTokenSignedResponseAlg: 'RS256' } },
  ),
  client({ 'passport-openidconnect': '0.1.2', passport: '0.7.0', ...web }),
  client({ 'passport-oauth2': '1.8.0', passport: '0.7.0', ...web }),
  client({ '@auth/express': '0.12.3', ...web }, { callback: '/auth/callback/postern' }),
  client(
    { '@logto/express': '3.0.15', 'cookie-parser': '1.4.7', ...web },
    { callback: '/logto/sign-in-callback', signIn: '/logto/sign-in', me: '/', signOut: '/logto/sign-out' },
  ),
  client(
    { '@hono/oidc-auth': '1.8.1', hono: '4.13.19', '@hono/node-server': '2.1.8' },
    { claims: { email: 'ada@fjord.example' } },
  ),
  client({ '@fastify/oauth2': '8.3.0', '@fastify/cookie': '11.0.2', fastify: '5.12.8' }),
  client({ grant: '5.4.24', ...web }, { callback: '/connect/postern/callback' }),
  client({ arctic: '3.7.0' }),
  client({ 'simple-oauth2': '5.1.0' }),
  client({ 'better-auth': '1.7.4' }, { callback: '/api/auth/callback/postern' }),
  client({ '@azure/msal-node': '7.2.1' }, { claims: { ...ada, shown: 'ada' }, needsTls: true }),
  python({ Authlib: '1.9.6', Flask: '3.1.3', requests: '2.34.2' }, { signOut }),
  python({ 'requests-oauthlib': '2.0.0', Flask: '3.1.3' }),
  python(
    { 'mozilla-django-oidc': '5.0.2', Django: '5.2.19' },
    {
      callback: '/oidc/callback/',
      signIn: '/oidc/authenticate/',
      claims: { email: 'ada@fjord.example' },
      metadata: { idTokenSignedResponseAlg: 'RS256' },
    },
  ),
  python({ 'Flask-pyoidc': '3.14.3' }, { signOut }),
  go({ 'github.com/coreos/go-oidc/v3': '3.21.0', 'golang.org/x/oauth2': '0.37.0' }, 'go-oidc.go'),
];

export const pages: readonly Client[] = [
  client({ 'oidc-client-ts': '3.5.0' }, { signOut }),
  client({ 'keycloak-js': '26.2.4' }, { callback: '/', signOut, needsDefaultResource: true }),
  client({ '@logto/browser': '3.0.14' }, { signOut }),
  client({ '@azure/msal-browser': '5.29.0' }, { claims: { ...ada, shown: 'ada' }, signOut, needsTls: true }),
  client({ '@okta/okta-auth-js': '8.0.1' }, { signOut, metadata: { idTokenSignedResponseAlg: 'RS256' } }),
];
