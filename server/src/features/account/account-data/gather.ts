import { AccountActivity, AccountData } from '@postern/contracts/account/account-data';
import { maxTrustedDays } from '@postern/contracts/experience/sign-in-protection';
import { listTokenSecrets } from '#features/people/secrets';
import { showGrants, showSessions } from '#features/people/user-sessions';
import { findFactors, listTrustedDevices, showFactor } from '#features/people/users';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import {
  findAccountData,
  listActivityData,
  listDirectoryData,
  listIdentityData,
  listInvitationData,
  listOrganizationData,
  listRoleData,
  listSsoIdentityData,
  listTokenData,
} from './store.ts';

type Name = keyof AccountData;
/** A section of the export: one value, or a list that is read while it is written. */
export type Section = { name: Name; value: object } | { name: Name; items: AsyncIterable<object> };

const iso = (instant: number) => new Date(instant).toISOString();

async function getAccountData(db: Db, userId: string): Promise<AccountData['account']> {
  const account = await findAccountData(db, userId);
  if (!account) {
    throw new AppError('auth.unauthorized');
  }
  return account;
}

async function listProviderTokenData(db: Db, userId: string): Promise<AccountData['providerTokens']> {
  return [...(await listTokenSecrets(db, userId)).values()].map(({ target, metadata, createdAt, updatedAt }) => ({
    target,
    scope: metadata.scope,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  }));
}

const listFactorData = async (db: Db, userId: string) => ((await findFactors(db, userId)) ?? []).map(showFactor);

async function listSessionData(db: Db, userId: string, { app, tenantId }: Place): Promise<AccountData['sessions']> {
  const sessions = await showSessions(app, tenantId, db, userId, { most: Number.POSITIVE_INFINITY });
  return sessions.map(({ createdAt, lastUsedAt, expiresAt, ip, userAgent, methods, applications }) => ({
    signedInAt: iso(createdAt),
    lastUsedAt: iso(lastUsedAt),
    expiresAt: iso(expiresAt),
    ip,
    userAgent,
    methods,
    applications: applications.map(({ id, name }) => name ?? id),
  }));
}

async function listDeviceData(db: Db, userId: string): Promise<AccountData['trustedDevices']> {
  const devices = await listTrustedDevices(db, userId, maxTrustedDays);
  return devices.map(({ createdAt, lastUsedAt, expiresAt, ip, userAgent }) => ({
    trustedAt: iso(createdAt),
    lastUsedAt: iso(lastUsedAt),
    expiresAt: iso(expiresAt),
    ip,
    userAgent,
  }));
}

async function listGrantData(db: Db, userId: string, { app, tenantId }: Place): Promise<AccountData['applications']> {
  const grants = await showGrants(app, tenantId, db, userId, { most: Number.POSITIVE_INFINITY });
  return grants.map(({ application: { id, name }, scopes, resources, createdAt, lastUsedAt, expiresAt }) => ({
    id,
    name: name ?? id,
    scopes,
    resources,
    grantedAt: iso(createdAt),
    lastUsedAt: iso(lastUsedAt),
    expiresAt: iso(expiresAt),
  }));
}

type Place = { app: App; tenantId: string };
type Reader = (db: Db, userId: string, place: Place) => Promise<object>;

const readers = {
  account: getAccountData,
  identities: listIdentityData,
  ssoIdentities: listSsoIdentityData,
  directoryEntries: listDirectoryData,
  providerTokens: listProviderTokenData,
  secondFactors: listFactorData,
  roles: listRoleData,
  organizations: listOrganizationData,
  invitations: listInvitationData,
  sessions: listSessionData,
  trustedDevices: listDeviceData,
  applications: listGrantData,
  personalAccessTokens: listTokenData,
} satisfies Partial<Record<Name, Reader>>;

async function* readActivity(app: App, tenantId: string, userId: string): AsyncGenerator<AccountActivity> {
  let after: Awaited<ReturnType<typeof listActivityData>>['next'];
  do {
    const { entries, next } = await app.tenancy.read(tenantId, (db) => listActivityData(db, userId, after));
    for (const entry of entries) {
      yield AccountActivity.parse(entry);
    }
    after = next;
  } while (after);
}

/**
 * All data stored about one person, section by section. Each section is read when it is needed, so a slow reader holds
 * no connection. Each is parsed by its contract, so a new column cannot leak.
 */
export async function* gatherData(app: App, tenantId: string, userId: string): AsyncGenerator<Section> {
  const about = { issuer: `${app.endpointOf(tenantId)}/oidc`, exportedAt: new Date().toISOString(), version: 1 };
  yield { name: 'about', value: AccountData.shape.about.parse(about) };
  for (const [key, read] of Object.entries(readers)) {
    // The keys are those of the table above.
    const name = key as keyof typeof readers;
    const value = await app.tenancy.read<object>(tenantId, (db) => read(db, userId, { app, tenantId }));
    yield { name, value: AccountData.shape[name].parse(value) };
  }
  yield { name: 'activity', items: readActivity(app, tenantId, userId) };
}
