import type { TrustedDevice, UserGrant, UserSession } from '@postern/contracts/people/user-sessions';
import { applicationNames, findHeld, type Held } from '#features/access/oidc';
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

/** The sessions of a person, most recently used first. */
export async function showSessions(app: App, tenantId: string, db: Db, userId: string): Promise<UserSession[]> {
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
    }))
    .toSorted(byUse);
}

/** The applications with offline access, most recently used first. */
export async function showGrants(app: App, tenantId: string, db: Db, userId: string): Promise<UserGrant[]> {
  const held = await findHeld(db, userId);
  const nameOf = await applicationNames(
    app,
    tenantId,
    db,
    held.grants.map(({ clientId }) => clientId),
  );
  return held.grants
    .flatMap((grant) => {
      const tokens = held.tokens.filter(({ grantKey }) => grantKey === grant.key);
      const refreshing = tokens.filter(({ object }) => object.model === 'RefreshToken' && !object.isUsed);
      const sessionUid = refreshing.find((token) => token.sessionUid)?.sessionUid;
      return refreshing.length === 0
        ? []
        : [
            {
              id: grant.key,
              application: nameOf(grant.clientId),
              scopes: grant.scopes,
              resources: grant.resources,
              createdAt: grant.createdAt,
              lastUsedAt: newest([grant.createdAt, ...tokens.map(({ issuedAt }) => issuedAt)]),
              expiresAt: newest(refreshing.map(({ object }) => object.expiresAt)),
              sessionId: held.sessions.find(({ uid }) => uid === sessionUid)?.uid ?? null,
            },
          ];
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
