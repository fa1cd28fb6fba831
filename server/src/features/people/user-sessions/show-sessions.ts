import type {
  TrustedDevice,
  UserApplicationGrant,
  UserExtendedSession,
  UserGrant,
} from '@postern/contracts/people/user-sessions';
import { applicationNames, findHeld, type Held, type HeldSession, listRegistered } from '#features/access/oidc';
import { signInProtectionOf } from '#features/experience/sign-in-protection';
import { listTrustedDevices } from '#features/people/users';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { deviceReader } from './read-device.ts';

const newest = (moments: number[]) => Math.max(0, ...moments);
const byUse = (one: { lastUsedAt: number }, two: { lastUsedAt: number }) => two.lastUsedAt - one.lastUsedAt;

const byName = (one: { name: string | null }, two: { name: string | null }) =>
  (one.name ?? '').localeCompare(two.name ?? '');

const issuedIn = ({ tokens }: Held, uid: string) =>
  tokens.filter(({ sessionUid }) => sessionUid === uid).map(({ issuedAt }) => issuedAt);

const inSeconds = (ms: number) => Math.floor(ms / 1000);

/** The session in the form that programs expect, with digests instead of what would grant access. */
function showPayload(userId: string, { uid, object, notes, signedInAt, authorizations }: HeldSession) {
  const loginTs = inSeconds(signedInAt);
  return {
    payload: {
      exp: inSeconds(object.expiresAt),
      iat: loginTs,
      jti: object.id,
      uid,
      kind: 'Session' as const,
      loginTs,
      accountId: userId,
      authorizations: Object.fromEntries(
        authorizations.map(({ clientId, sid, grantKey }) => [
          clientId,
          { ...(sid === undefined ? {} : { sid }), grantId: grantKey },
        ]),
      ),
    },
    lastSubmission: notes.submission ?? null,
    clientId: notes.clientId ?? null,
    accountId: userId,
  };
}

/** The sessions of a person, most recently used first. */
export async function showSessions(app: App, tenantId: string, db: Db, userId: string): Promise<UserExtendedSession[]> {
  const held = await findHeld(db, userId);
  const clientIds = held.sessions.flatMap(({ authorizations }) => authorizations.map(({ clientId }) => clientId));
  const nameOf = await applicationNames(app, tenantId, db, clientIds);
  const readDevice = await deviceReader();
  return held.sessions
    .map(({ uid, object, notes, signedInAt, authorizations }) => ({
      id: uid,
      createdAt: signedInAt,
      lastUsedAt: newest([signedInAt, notes.seen?.at ?? 0, ...issuedIn(held, uid)]),
      expiresAt: object.expiresAt,
      ip: notes.seen?.ip ?? null,
      userAgent: notes.seen?.userAgent || null,
      device: readDevice(notes.seen?.userAgent),
      methods: notes.methods ?? [],
      applications: authorizations.map(({ clientId }) => nameOf(clientId)).toSorted(byName),
      ...showPayload(userId, { uid, object, notes, signedInAt, authorizations }),
    }))
    .toSorted(byUse);
}

const refreshing = ({ tokens }: Held, key: string) =>
  tokens.filter(({ grantKey, object }) => grantKey === key && object.model === 'RefreshToken' && !object.isUsed);

/** What each grant of a person allows, and when it was used. */
function describeGrants(held: Held) {
  return held.grants.map(({ key, object, clientId, scopes, resources, createdAt, granted }) => {
    const fresh = refreshing(held, key);
    const sessionUid = fresh.find((token) => token.sessionUid)?.sessionUid;
    const used = held.tokens.filter(({ grantKey }) => grantKey === key).map(({ issuedAt }) => issuedAt);
    return {
      id: key,
      clientId,
      scopes,
      resources,
      createdAt,
      lastUsedAt: newest([createdAt, ...used]),
      expiresAt: object.expiresAt,
      refreshUntil: fresh.length > 0 ? newest(fresh.map((token) => token.object.expiresAt)) : null,
      sessionId: held.sessions.find(({ uid }) => uid === sessionUid)?.uid ?? null,
      granted,
    };
  });
}

/** The applications with offline access, most recently used first. */
export async function showGrants(app: App, tenantId: string, db: Db, userId: string): Promise<UserGrant[]> {
  const grants = describeGrants(await findHeld(db, userId));
  const clientIds = grants.map(({ clientId }) => clientId);
  const nameOf = await applicationNames(app, tenantId, db, clientIds);
  return grants
    .flatMap(({ clientId, refreshUntil, granted: _, ...grant }) =>
      refreshUntil === null ? [] : [{ ...grant, expiresAt: refreshUntil, application: nameOf(clientId) }],
    )
    .toSorted(byUse);
}

/** What registered applications may do for a person, most recently used first. */
export async function showApplicationGrants(
  db: Db,
  userId: string,
  appType: 'firstParty' | 'thirdParty' | undefined,
): Promise<UserApplicationGrant[]> {
  const grants = describeGrants(await findHeld(db, userId));
  const registered = await listRegistered(
    db,
    grants.map(({ clientId }) => clientId),
  );
  const isWanted = (isThirdParty: boolean) => appType === undefined || isThirdParty === (appType === 'thirdParty');
  return grants
    .flatMap(({ clientId, granted: { openid, resources }, ...grant }) => {
      const application = registered.get(clientId);
      const payload = {
        exp: inSeconds(grant.expiresAt),
        iat: inSeconds(grant.createdAt),
        jti: grant.id,
        kind: 'Grant' as const,
        clientId,
        accountId: userId,
        ...(openid ? { openid } : {}),
        ...(Object.keys(resources).length > 0 ? { resources } : {}),
      };
      return application && isWanted(application.isThirdParty)
        ? [{ ...grant, application: { id: clientId, name: application.name }, payload }]
        : [];
    })
    .toSorted(byUse);
}

/** The trusted devices of a person; none while the setting is off. */
export async function showTrustedDevices(app: App, tenantId: string, db: Db, userId: string): Promise<TrustedDevice[]> {
  const { trustedDevices } = await signInProtectionOf(app, tenantId);
  if (!trustedDevices.enabled) {
    return [];
  }
  const readDevice = await deviceReader();
  return (await listTrustedDevices(db, userId, trustedDevices.days)).map(({ userAgent, ip, ...device }) => ({
    ...device,
    userAgent: userAgent || null,
    ip: ip || null,
    device: readDevice(userAgent),
  }));
}
