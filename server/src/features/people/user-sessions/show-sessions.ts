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
import { takeTurns } from '#platform/jobs/take-turns';
import { deviceReader } from './read-device.ts';

const newest = (moments: number[]) => Math.max(0, ...moments);
const byUse = (one: { lastUsedAt: number }, two: { lastUsedAt: number }) => two.lastUsedAt - one.lastUsedAt;

const byName = (one: { name: string | null }, two: { name: string | null }) =>
  (one.name ?? '').localeCompare(two.name ?? '');

const latest = (tokens: readonly { issuedAt: number }[] = []) =>
  tokens.reduce((most, { issuedAt }) => Math.max(most, issuedAt), 0);

const lastUseOf = (held: Held, { uid, signedInAt, notes }: HeldSession) =>
  newest([signedInAt, notes.seen?.at ?? 0, latest(held.tokensOfSession.get(uid))]);

/** What is shown of a person: the most recently used ones. */
const mostShown = 500;

/** The same as `map`, but requests of others run in between. */
async function mapInTurns<T, R>(list: readonly T[], use: (one: T) => R): Promise<R[]> {
  const turn = takeTurns();
  const results: R[] = [];
  for (const one of list) {
    const pause = turn();
    if (pause) {
      await pause;
    }
    results.push(use(one));
  }
  return results;
}

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

/** Those sessions of a person that were used last, or the one with this id; most recently used first. */
export async function showSessions(
  app: App,
  tenantId: string,
  db: Db,
  userId: string,
  { only, most = mostShown }: { only?: string; most?: number } = {},
): Promise<UserExtendedSession[]> {
  const held = await findHeld(db, userId);
  const chosen = held.sessions
    .filter(({ uid }) => only === undefined || uid === only)
    .map((session) => ({ session, lastUsedAt: lastUseOf(held, session) }))
    .sort(byUse)
    .slice(0, most);
  const clientIds = chosen.flatMap(({ session }) => session.authorizations.map(({ clientId }) => clientId));
  const nameOf = await applicationNames(app, tenantId, db, clientIds);
  const readDevice = await deviceReader();
  return mapInTurns(chosen, ({ session, lastUsedAt }) => {
    const { uid, object, notes, signedInAt, authorizations } = session;
    return {
      id: uid,
      createdAt: signedInAt,
      lastUsedAt,
      expiresAt: object.expiresAt,
      ip: notes.seen?.ip ?? null,
      userAgent: notes.seen?.userAgent || null,
      device: readDevice(notes.seen?.userAgent),
      methods: notes.methods ?? [],
      applications: authorizations.map(({ clientId }) => nameOf(clientId)).toSorted(byName),
      ...showPayload(userId, session),
    };
  });
}

const refreshing = ({ tokensOfGrant }: Held, key: string) =>
  tokensOfGrant.get(key)?.filter(({ object }) => object.model === 'RefreshToken' && !object.isUsed) ?? [];

/** What each grant of a person allows, and when it was used. */
function describeGrants(held: Held) {
  return mapInTurns(held.grants, ({ key, object, clientId, scopes, resources, createdAt, granted }) => {
    const fresh = refreshing(held, key);
    const sessionUid = fresh.find((token) => token.sessionUid)?.sessionUid;
    return {
      id: key,
      clientId,
      scopes,
      resources,
      createdAt,
      lastUsedAt: newest([createdAt, latest(held.tokensOfGrant.get(key))]),
      expiresAt: object.expiresAt,
      refreshUntil: fresh.length > 0 ? newest(fresh.map((token) => token.object.expiresAt)) : null,
      sessionId: (sessionUid !== undefined && held.sessionByUid.get(sessionUid)?.uid) || null,
      granted,
    };
  });
}

/** The applications with offline access, most recently used first. */
export async function showGrants(
  app: App,
  tenantId: string,
  db: Db,
  userId: string,
  { most = mostShown }: { most?: number } = {},
): Promise<UserGrant[]> {
  const grants = await describeGrants(await findHeld(db, userId));
  const clientIds = grants.map(({ clientId }) => clientId);
  const nameOf = await applicationNames(app, tenantId, db, clientIds);
  return grants
    .flatMap(({ clientId, refreshUntil, granted: _, ...grant }) =>
      refreshUntil === null ? [] : [{ ...grant, expiresAt: refreshUntil, application: nameOf(clientId) }],
    )
    .sort(byUse)
    .slice(0, most);
}

/** What registered applications may do for a person, most recently used first. */
export async function showApplicationGrants(
  db: Db,
  userId: string,
  appType: 'firstParty' | 'thirdParty' | undefined,
): Promise<UserApplicationGrant[]> {
  const grants = await describeGrants(await findHeld(db, userId));
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
        ? [
            {
              ...grant,
              application: {
                id: clientId,
                name: application.name,
                ...(application.canInitiateLogin ? { canInitiateLogin: true as const } : {}),
              },
              payload,
            },
          ]
        : [];
    })
    .sort(byUse)
    .slice(0, mostShown);
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
