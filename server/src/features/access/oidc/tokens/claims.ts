import { type ExtendedClaim, extendedClaims } from '@postern/contracts/access/id-token';
import { scopes, tokenExchangeGrant } from '@postern/contracts/wire';
import { type AccessToken, type Account, type ClientCredentials, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { customClaims, extendedClaimsOf, hasScript } from '#features/access/custom-jwt';
import type { App } from '#platform/app';
import type { Actor } from '#platform/http/caller';
import { signInContextOf } from '#platform/http/injected-headers';
import { isOrganizationUrn } from '../clients/access.ts';
import { grantClaim, isOwnAudience, personalTokenClaim, secretClaim, settingsOf } from '../clients/clients.ts';
import { keyOf } from '../engine/adapter.ts';
import { currentPending } from '../engine/pending.ts';
import {
  type AccountRow,
  findAccountStatement,
  listSsoIdentityClaims,
  listUserRoleNames,
  type MembershipRow,
  membershipsStatement,
  organizationIdsStatement,
} from '../engine/store.ts';
import { currentUnit, readMemberships } from '../engine/unit.ts';
import { lastSignIn } from '../sessions/session-notes.ts';

/** Issuing a token makes the user active in this period; see `auth.exceed_user_limit`. */
export async function requireUserQuota(app: App, tenantId: string, userId: string): Promise<void> {
  if ((await app.quota?.admit(tenantId, userId)) === false) {
    const error = new errors.CustomOIDCProviderError(
      'auth.exceed_user_limit',
      'the active users of this period are used up',
    );
    error.statusCode = 429;
    throw error;
  }
}

/** The claims of each scope. The engine uses it for discovery and filtering. */
export const claimsByScope: Record<string, string[]> = {
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: [
    'name',
    'family_name',
    'given_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
    'username',
    'created_at',
  ],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  address: ['address'],
  [scopes.roles]: ['roles'],
  [scopes.organizations]: ['organizations', 'organization_data'],
  [scopes.organizationRoles]: ['organization_roles'],
  [scopes.customData]: ['custom_data'],
  [scopes.identities]: ['identities', 'sso_identities'],
};

/** The scopes that a claim needs. */
export const claimScopes = (claim: string): string[] =>
  Object.entries(claimsByScope).flatMap(([scope, claims]) => (claims.includes(claim) ? [scope] : []));

/** The scopes that belong to no resource. */
export const userScopes: readonly string[] = [
  'openid',
  'offline_access',
  scopes.sessions,
  ...Object.keys(claimsByScope).filter((scope) => scope !== 'openid'),
];

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function addressClaim(address: unknown): Record<string, unknown> | undefined {
  return typeof address === 'object' && address !== null
    ? Object.fromEntries(Object.entries(address).map(([key, value]) => [snake(key), value]))
    : undefined;
}

function profileClaims(row: AccountRow): Record<string, unknown> {
  const { address: _address, ...profile } = row.profile;
  return {
    ...Object.fromEntries(Object.entries(profile).map(([key, value]) => [snake(key), value])),
    name: row.name,
    // Some clients refuse null in a claim of which the standard says that it is an address.
    picture: row.avatar ?? undefined,
    username: row.username,
    preferred_username: row.profile.preferredUsername || row.username,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}

/**
 * The user and the scopes of the claims. `stranger` is the third-party application, if any: it sees fewer
 * organizations.
 */
type Question = {
  row: AccountRow;
  wanted: Set<string>;
  /** Whether the tenant wants this extended claim in the answer. */
  has: (claim: ExtendedClaim) => boolean;
  stranger: string | undefined;
};

const isWanted = ({ wanted, has }: Question, claim: ExtendedClaim) => wanted.has(extendedClaims[claim]) && has(claim);

async function organizationClaims(app: App, tenantId: string, question: Question) {
  const { row, stranger } = question;
  const [ofRoles, ofData] = [isWanted(question, 'organization_roles'), isWanted(question, 'organization_data')];
  if (!ofRoles && !ofData && !isWanted(question, 'organizations')) {
    return {};
  }
  const known = stranger === undefined ? readMemberships(row.id) : undefined;
  if (!known && !ofData && !ofRoles && stranger === undefined) {
    const ids = await app.tenancy.run<{ id: string }>(tenantId, organizationIdsStatement, [row.id]);
    return { organizations: ids.map(({ id }) => id) };
  }
  const values = [row.id, stranger ?? null];
  const memberships = known ?? (await app.tenancy.run<MembershipRow>(tenantId, membershipsStatement, values));
  return {
    ...(isWanted(question, 'organizations') ? { organizations: memberships.map(({ id }) => id) } : {}),
    ...(ofData
      ? { organization_data: memberships.map(({ id, name, description }) => ({ id, name, description })) }
      : {}),
    ...(ofRoles
      ? { organization_roles: memberships.flatMap(({ id, roles }) => roles.map((role) => `${id}:${role}`)) }
      : {}),
  };
}

async function claimsFor(app: App, tenantId: string, question: Question) {
  const { row, wanted } = question;
  return {
    sub: row.id,
    ...(wanted.has('profile') ? profileClaims(row) : {}),
    ...(wanted.has('email')
      ? { email: row.primaryEmail, email_verified: Boolean(row.primaryEmail) && row.isEmailVerified }
      : {}),
    ...(wanted.has('phone')
      ? { phone_number: row.primaryPhone, phone_number_verified: Boolean(row.primaryPhone) && row.isPhoneVerified }
      : {}),
    ...(wanted.has('address') ? { address: addressClaim(row.profile.address) } : {}),
    ...(isWanted(question, 'roles')
      ? { roles: await app.tenancy.read(tenantId, (db) => listUserRoleNames(db, row.id)) }
      : {}),
    ...(await organizationClaims(app, tenantId, question)),
    ...(isWanted(question, 'custom_data') ? { custom_data: row.customData } : {}),
    ...(isWanted(question, 'identities') ? { identities: row.identities } : {}),
    ...(isWanted(question, 'sso_identities')
      ? { sso_identities: await app.tenancy.read(tenantId, (db) => listSsoIdentityClaims(db, row.id)) }
      : {}),
  };
}

/** The user of a session or a grant; undefined if suspended or deleted, which ends the grant. */
export async function findAccount(
  app: App,
  tenantId: string,
  userId: string,
  ctx?: KoaContextWithOIDC,
): Promise<Account | undefined> {
  const known = (currentUnit() ?? currentPending())?.account;
  const row =
    known?.id === userId ? known.row : (await app.tenancy.run<AccountRow>(tenantId, findAccountStatement, [userId]))[0];
  if (!row) {
    return undefined;
  }
  if (ctx?.oidc.route === 'token') {
    await requireUserQuota(app, tenantId, userId);
  }
  return {
    accountId: row.id,
    claims: async (use, scope, requested) => {
      // Read here and not above: at userinfo, the client is only known after the account.
      const client = ctx?.oidc.client;
      const stranger = client && settingsOf(client).isThirdParty ? client.clientId : undefined;
      // The engine returns only the requested ones of these scopes.
      const wanted = new Set([...scope.split(' '), ...Object.keys(requested).flatMap(claimScopes)]);
      if (use === 'userinfo') {
        return claimsFor(app, tenantId, { row, wanted, has: () => true, stranger });
      }
      const extended = await extendedClaimsOf(app, tenantId);
      return claimsFor(app, tenantId, { row, wanted, has: (claim) => extended.has(claim), stranger });
    },
  };
}

type Exchange = {
  actor: Actor | undefined;
  subjectTokenContext: Record<string, unknown> | undefined;
  personalTokenMark: string | undefined;
};

/** Facts about a token that do not fit into its fields, kept until its claims are written. */
const exchanges = new WeakMap<object, Exchange>();

export function noteExchange(token: object, exchange: Exchange): void {
  exchanges.set(token, exchange);
}

const tokenFields = [
  'jti',
  'aud',
  'scope',
  'clientId',
  'accountId',
  'expiresWithSession',
  'grantId',
  'gty',
  'sessionUid',
  'sid',
  'kind',
] as const;

function describe(token: AccessToken | ClientCredentials): Record<string, unknown> {
  const all = token as unknown as Record<string, unknown>;
  return Object.fromEntries(tokenFields.map((name) => [name, all[name]]).filter(([, value]) => value !== undefined));
}

async function scriptClaims(
  app: App,
  tenantId: string,
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
) {
  const tokenType = token.kind === 'ClientCredentials' ? 'client-credentials' : 'access-token';
  if (!(await hasScript(app, tenantId, tokenType))) {
    return undefined;
  }
  const exchange = exchanges.get(token);
  const organizationId = ctx.oidc.params?.organization_id;
  const { claims, denied, failed, error } = await customClaims(app, tenantId, {
    tokenType,
    token: describe(token),
    ...signInContextOf(app.config, ctx.req),
    ...('accountId' in token ? { userId: token.accountId } : {}),
    ...(typeof organizationId === 'string' ? { organizationId } : {}),
    ...('sessionUid' in token && token.sessionUid
      ? { interaction: () => lastSignIn(app, tenantId, String(token.sessionUid)) }
      : {}),
    ...(exchange?.subjectTokenContext
      ? { grant: { type: tokenExchangeGrant, subjectTokenContext: exchange.subjectTokenContext } }
      : {}),
  });
  // For the other entries of the request in the audit log.
  Object.assign(ctx.state, claims ? { customTokenClaims: claims } : { customJwtError: error });
  if (denied !== undefined) {
    throw new errors.AccessDenied(denied);
  }
  if (failed !== undefined) {
    throw new errors.InvalidRequest(failed);
  }
  return claims;
}

function secretClaims(tenantId: string, ctx: KoaContextWithOIDC, token: AccessToken | ClientCredentials, aud: string) {
  const mark: unknown = ctx.state?.secretMark;
  return token.kind === 'ClientCredentials' && typeof mark === 'string' && isOwnAudience(tenantId, aud)
    ? { [secretClaim]: mark }
    : {};
}

function grantClaims(tenantId: string, token: AccessToken | ClientCredentials, aud: string) {
  const grantId = token.kind === 'AccessToken' && 'grantId' in token ? token.grantId : undefined;
  return typeof grantId === 'string' && isOwnAudience(tenantId, aud) ? { [grantClaim]: keyOf(grantId) } : {};
}

const exchangeClaims = ({ actor, personalTokenMark: mark }: Partial<Exchange> = {}) => ({
  ...(actor ? { act: actor } : {}),
  ...(mark === undefined ? {} : { [personalTokenClaim]: mark }),
});

/** How the user has signed in (RFC 9068 §2.2.1), so that an API can require a second factor. */
function authenticationClaims({ oidc }: KoaContextWithOIDC, token: AccessToken | ClientCredentials) {
  const { AuthorizationCode, RefreshToken, DeviceCode, BackchannelAuthenticationRequest } = oidc.entities;
  const source = AuthorizationCode ?? RefreshToken ?? DeviceCode ?? BackchannelAuthenticationRequest;
  return token.kind === 'AccessToken' && source?.acr
    ? { acr: source.acr, amr: source.amr, auth_time: source.authTime }
    : {};
}

/** Claims beyond the standard ones: the organization, the actor, and finally those of the tenant's script. */
export async function extraClaims(
  app: App,
  tenantId: string,
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
): Promise<Record<string, unknown> | undefined> {
  const { aud } = token;
  const exchange = exchanges.get(token);
  if (typeof aud !== 'string') {
    // Opaque: introspection shows it.
    return exchange?.actor && { act: exchange.actor };
  }
  const organizationId = ctx.oidc.params?.organization_id;
  return {
    ...(typeof organizationId === 'string' && !isOrganizationUrn(aud) ? { organization_id: organizationId } : {}),
    ...(await scriptClaims(app, tenantId, ctx, token)),
    // After the script, which must not change them.
    ...authenticationClaims(ctx, token),
    ...secretClaims(tenantId, ctx, token, aud),
    ...grantClaims(tenantId, token, aud),
    ...exchangeClaims(exchange),
  };
}
