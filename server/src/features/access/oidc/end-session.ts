import type { Db } from '#platform/db';
import { digest } from './adapter.ts';
import { findHeld, type Held, type HeldGrant, type HeldSession } from './read-held.ts';
import { endSessionObjects } from './sessions.store.ts';

/** The grants of a session: those it lists, and those whose tokens were issued in it. */
function grantKeysOf({ sessions, tokens }: Held, uid: string): Set<string> {
  const session = sessions.find((one) => one.uid === uid);
  return new Set([
    ...(session?.authorizations.map(({ grantKey }) => grantKey) ?? []),
    ...tokens.flatMap(({ sessionUid, grantKey }) => (sessionUid === uid && grantKey ? [grantKey] : [])),
  ]);
}

/** A session, its grants, and everything that was issued from either. */
function belongingTo(held: Held, uid: string) {
  const keys = grantKeysOf(held, uid);
  return [
    ...held.sessions.filter((session) => session.uid === uid),
    ...held.grants.filter(({ key }) => keys.has(key)),
    ...held.tokens.filter(
      ({ grantKey, sessionUid, object }) =>
        sessionUid === uid || (grantKey !== null && keys.has(grantKey)) || object.id === digest(uid),
    ),
  ].map(({ object }) => object);
}

/** Undefined if the user has no such session. */
export async function endSession(db: Db, userId: string, uid: string): Promise<HeldSession | undefined> {
  const held = await findHeld(db, userId);
  const session = held.sessions.find((one) => one.uid === uid);
  if (session) {
    await endSessionObjects(db, belongingTo(held, uid));
  }
  return session;
}

/** Ends everything of a user except one session and what was issued from it. Returns the ended sessions. */
export async function endOtherSessions(db: Db, userId: string, uid: string | undefined): Promise<HeldSession[]> {
  const held = await findHeld(db, userId);
  const spared = new Set(uid === undefined ? [] : belongingTo(held, uid));
  const all = [...held.sessions, ...held.grants, ...held.tokens].map(({ object }) => object);
  await endSessionObjects(
    db,
    all.filter((object) => !spared.has(object)),
  );
  return held.sessions.filter(({ object }) => !spared.has(object));
}

/** Undefined if the user has no such grant. */
export async function endGrant(db: Db, userId: string, key: string): Promise<HeldGrant | undefined> {
  const held = await findHeld(db, userId);
  const grant = held.grants.find((one) => one.key === key);
  if (grant) {
    const tokens = held.tokens.filter(({ grantKey }) => grantKey === key);
    await endSessionObjects(db, [grant.object, ...tokens.map(({ object }) => object)]);
  }
  return grant;
}
