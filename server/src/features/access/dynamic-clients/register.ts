import {
  type ApplicationType,
  CustomClientMetadata,
  type OidcClientMetadata,
} from '@postern/contracts/access/applications';
import { type DynamicClientPolicy, maxRegisteredClients } from '@postern/contracts/access/dynamic-clients';
import { defaultSecretName, internalSecretPrefix } from '@postern/contracts/wire';
import { errors } from 'oidc-provider';
import {
  deleteApplication,
  getApplication,
  insertApplication,
  insertSecret,
  secretSealer,
  updateApplication,
} from '#features/access/applications';
import { countLimits, networkOf } from '#features/operations/throttle';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { onBehalfOf } from '#platform/http/actor';
import { isUsableUri } from '#platform/http/redirect-uris';
import { emit } from '#platform/jobs/events';
import { digestSecret, newSecret } from '#platform/secrets/ids';
import {
  countRegistrations,
  findPolicy,
  findRegistration,
  findUsableToken,
  insertRegistration,
  updateRegistration,
  useToken,
} from './store.ts';

/** What the engine has validated, in the names of RFC 7591. */
export type ClientMetadata = { redirect_uris?: string[]; token_endpoint_auth_method?: string } & Record<
  string,
  unknown
>;

/** Who registers, as far as it is known. */
export type Registrar = { ip: string; userAgent: string; tokenId: string | undefined };

/** A registration that is refused, with an error code of RFC 7591 §3.2.2 or RFC 6750 §3.1. */
export class RegistrationRefused extends errors.CustomOIDCProviderError {
  constructor(code: string, message: string, status = 400) {
    super(code, message);
    this.statusCode = status;
  }
}

const invalid = (message: string) => new RegistrationRefused('invalid_client_metadata', message);
const invalidUri = (message: string) => new RegistrationRefused('invalid_redirect_uri', message);

const policyOf = (app: App, tenantId: string): Promise<DynamicClientPolicy> =>
  app.cache.get(tenantId, 'dynamic-clients', () => app.tenancy.read(tenantId, findPolicy));

/** Whether the tenant has a registration endpoint. */
export const offersRegistration = async (app: App, tenantId: string): Promise<boolean> =>
  (await policyOf(app, tenantId)).registration !== 'off';

/** The id of the token in the request; undefined if none is needed. Throws if the request may not register anything. */
export async function admitRegistration(
  app: App,
  tenantId: string,
  authorization: string,
): Promise<string | undefined> {
  const { registration } = await policyOf(app, tenantId);
  if (registration === 'open') {
    return undefined;
  }
  if (registration === 'off') {
    throw new RegistrationRefused('access_denied', 'Applications cannot register themselves here.', 403);
  }
  const [, value] = /^Bearer +([\w.~+/-]{1,256}=*)$/i.exec(authorization) ?? [];
  const [token] = value ? await app.tenancy.run<{ id: string }>(tenantId, findUsableToken, [digestSecret(value)]) : [];
  if (!token) {
    throw new RegistrationRefused(
      'invalid_token',
      'Registering needs an initial access token that is still valid.',
      401,
    );
  }
  return token.id;
}

const loopbacks = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address leads to a program on the device of the person: loopback, or a scheme that the program owns. */
function isOnDevice(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' ? loopbacks.has(hostname) : protocol !== 'https:';
}

const matchesHost = (pattern: string, host: string) =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

const maxUris = 20;

function checkUris(uris: readonly string[], label: string, { allowedHosts }: DynamicClientPolicy): void {
  if (uris.length > maxUris) {
    throw invalidUri(`${label} may have at most ${maxUris} addresses.`);
  }
  for (const uri of uris) {
    if (uri.includes('*') || !isUsableUri(uri)) {
      throw invalidUri(`${label} contains an address that cannot be used.`);
    }
    if (isOnDevice(uri)) {
      continue;
    }
    const { protocol, hostname } = new URL(uri);
    if (protocol !== 'https:') {
      throw invalidUri(`${label} must start with https://, except for programs on the device of the person.`);
    }
    if (allowedHosts.length > 0 && !allowedHosts.some((pattern) => matchesHost(pattern, hostname))) {
      throw invalidUri(`${label} contains a host that this service does not allow.`);
    }
  }
}

const publicMethod = 'none';
const keyMethod = 'private_key_jwt';
const methods = [publicMethod, 'client_secret_basic', 'client_secret_post', keyMethod];

function typeOf(
  { application_type: type, token_endpoint_auth_method: method }: ClientMetadata,
  uris: string[],
): ApplicationType {
  if (method !== publicMethod) {
    return 'Traditional';
  }
  return type === 'native' || uris.every(isOnDevice) ? 'Native' : 'SPA';
}

const maxName = 128;

/** Without characters that draw nothing or turn the direction of the text. */
const plainText = (text: string) =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function nameOf({ client_name: name }: ClientMetadata, uris: readonly string[]): string {
  const given = typeof name === 'string' ? [...plainText(name)].slice(0, maxName).join('') : '';
  const [first] = uris;
  return given || (first ? new URL(first).host : '') || 'Application';
}

/** What is stored and returned of the metadata. The policy decides about scopes, and the server about everything else. */
const describing = ['client_name', 'client_uri', 'logo_uri', 'tos_uri', 'policy_uri', 'contacts'];
const registered = [
  ...describing,
  'application_type',
  'redirect_uris',
  'post_logout_redirect_uris',
  'token_endpoint_auth_method',
  'jwks',
  'jwks_uri',
  'id_token_signed_response_alg',
];
const maxMetadata = 16 * 1024;

/** The settings that an application registers. All others belong to administrators, and it cannot change them. */
const ownSettings = ['jwks', 'jwksUri', 'idTokenSignedResponseAlg'] as const;

type Registered = {
  type: ApplicationType;
  name: string;
  oidcClientMetadata: OidcClientMetadata;
  customClientMetadata: CustomClientMetadata;
  metadata: Record<string, unknown>;
};

function readMetadata(given: ClientMetadata, policy: DynamicClientPolicy): Registered {
  const {
    redirect_uris: uris = [],
    token_endpoint_auth_method: method = publicMethod,
    jwks,
    jwks_uri: jwksUri,
  } = given;
  const after = (given.post_logout_redirect_uris as string[] | undefined) ?? [];
  if (uris.length === 0) {
    throw invalidUri('redirect_uris must have at least one address.');
  }
  checkUris(uris, 'redirect_uris', policy);
  checkUris(after, 'post_logout_redirect_uris', policy);
  if (!methods.includes(method)) {
    throw invalid(`token_endpoint_auth_method must be one of: ${methods.join(', ')}.`);
  }
  const algorithm = given.id_token_signed_response_alg;
  const custom = CustomClientMetadata.safeParse({
    ...(method === keyMethod && jwks ? { jwks } : {}),
    ...(method === keyMethod && jwksUri ? { jwksUri } : {}),
    ...(algorithm === undefined ? {} : { idTokenSignedResponseAlg: algorithm }),
  });
  if (!custom.success) {
    const [issue] = custom.error.issues;
    throw invalid(`${issue?.path.join('.') ?? 'jwks'}: ${issue?.message ?? 'not valid'}`);
  }
  if (method === keyMethod && !jwks && !jwksUri) {
    throw invalid('private_key_jwt needs jwks or jwks_uri.');
  }
  const metadata: Record<string, unknown> = {
    ...Object.fromEntries(registered.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
  const text = JSON.stringify(metadata);
  if (text.includes('\\u0000')) {
    throw invalid('The metadata contains a NUL character.');
  }
  if (text.length > maxMetadata) {
    throw invalid(`The metadata may have at most ${maxMetadata} characters.`);
  }
  return {
    type: typeOf(given, uris),
    name: nameOf(given, uris),
    oidcClientMetadata: { redirectUris: uris, postLogoutRedirectUris: after },
    customClientMetadata: custom.data,
    metadata,
  };
}

const hour = 3600;
const registrationLimits = { network: 20, tenant: 1000 } as const;

async function limitRegistrations(db: Db, ip: string): Promise<void> {
  const exceeded = await countLimits(
    db,
    [
      { what: `registered applications from ${networkOf(ip)}`, amount: 1, most: registrationLimits.network },
      { what: 'registered applications', amount: 1, most: registrationLimits.tenant },
    ],
    hour,
  );
  if (exceeded) {
    throw new RegistrationRefused('slow_down', 'Too many applications were registered. Try again in an hour.', 429);
  }
  if ((await countRegistrations(db)) >= maxRegisteredClients) {
    throw new RegistrationRefused(
      'access_denied',
      'This service has as many registered applications as it takes.',
      403,
    );
  }
}

/** A registration may cost nothing: no person has agreed to a price. */
const terms = { maySpend: false, agreed: 0 };

async function insertClient(
  app: App,
  tenantId: string,
  id: string,
  given: ClientMetadata,
  from: Registrar,
): Promise<void> {
  const policy = await policyOf(app, tenantId);
  const { metadata, ...application } = readMetadata(given, policy);
  const limits =
    (await app.quota?.limitsOf(tenantId, ['applicationsLimit', 'thirdPartyApplicationsLimit'], terms)) ?? [];
  const insert = async (db: Db) => {
    if (from.tokenId !== undefined && !(await useToken(db, from.tokenId))) {
      throw new RegistrationRefused('invalid_token', 'The initial access token was used up in the meantime.', 401);
    }
    const creator = { type: 'application', tenantId, id } as const;
    const wanted = { ...application, isThirdParty: true };
    const stored = await insertApplication(db, id, internalSecretPrefix + newSecret(), wanted, creator);
    if (typeof given.client_secret === 'string') {
      const secret = { application: stored, name: defaultSecretName, value: given.client_secret };
      await insertSecret(db, secretSealer(app, tenantId), secret);
    }
    const registration = { applicationId: id, metadata, tokenId: from.tokenId ?? null, unusedDays: policy.unusedDays };
    await insertRegistration(db, registration);
    await emit(db, {
      name: 'Application.Created',
      subjectId: id,
      data: { type: application.type, isRegistered: true },
    });
  };
  await app.tenancy.write(
    tenantId,
    async (db) => {
      await limitRegistrations(db, from.ip);
      await (app.quota && limits.length > 0
        ? app.quota.within({ db, tenantId, limits, terms, params: {}, run: () => insert(db) })
        : insert(db));
    },
    { changesSettings: true },
  );
}

async function updateClient(app: App, tenantId: string, id: string, given: ClientMetadata): Promise<void> {
  const { metadata, type, name, ...own } = readMetadata(given, await policyOf(app, tenantId));
  await app.tenancy.write(
    tenantId,
    async (db) => {
      const known = await getApplication(db, id);
      if (known.type !== type) {
        throw invalid('An application cannot become one of another type. Register it again.');
      }
      const kept = { ...known.customClientMetadata };
      for (const setting of ownSettings) {
        delete kept[setting];
      }
      await updateApplication(db, id, {
        name,
        oidcClientMetadata: { ...known.oidcClientMetadata, ...own.oidcClientMetadata },
        customClientMetadata: { ...kept, ...own.customClientMetadata },
      });
      await updateRegistration(db, id, metadata);
      await emit(db, { name: 'Application.Data.Updated', subjectId: id, data: { isRegistered: true } });
    },
    { changesSettings: true },
  );
}

/** Where the engine stores the applications that register themselves. */
export function registrationStore(app: App, tenantId: string, registrarOf: () => Registrar) {
  const onBehalf = (id: string, { ip, userAgent }: Registrar, work: () => Promise<void>) =>
    onBehalfOf({ type: 'application', id, applicationId: id, ip, userAgent }, work);
  return {
    async save(id: string, metadata: ClientMetadata): Promise<void> {
      const from = registrarOf();
      const isKnown = await app.tenancy.read(tenantId, (db) => findRegistration(db, id));
      await onBehalf(id, from, () =>
        isKnown ? updateClient(app, tenantId, id, metadata) : insertClient(app, tenantId, id, metadata, from),
      );
    },
    async remove(id: string): Promise<void> {
      await onBehalf(id, registrarOf(), () =>
        app.tenancy.write(
          tenantId,
          async (db) => {
            if (await deleteApplication(db, id)) {
              await emit(db, { name: 'Application.Deleted', subjectId: id });
            }
          },
          { changesSettings: true },
        ),
      );
    },
    /** What the application registered; undefined if an administrator added it. */
    read: async (id: string) => (await app.tenancy.read(tenantId, (db) => findRegistration(db, id)))?.metadata,
  };
}

export type RegistrationStore = ReturnType<typeof registrationStore>;
