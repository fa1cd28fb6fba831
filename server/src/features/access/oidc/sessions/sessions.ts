import type { Client, Provider } from 'oidc-provider';
import { z } from 'zod';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { enqueue, enqueueEach, type Job } from '#platform/jobs/jobs';
import { takeTurns } from '#platform/jobs/take-turns';
import { currentDomain, KeptDomain, viaDomain } from '#platform/tenancy/custom-domains';
import { digest } from '../engine/adapter.ts';
import { SessionNotes } from './session-notes.ts';
import {
  advanceEpochs,
  endObjectsOf,
  endSessionObjects,
  type HeldObject,
  listFirstParty,
  listHeld,
  listReceivers,
  lockUser,
} from './sessions.store.ts';

const SessionPayload = SessionNotes.extend({
  loginTs: z.number().catch(0),
  authorizations: z
    .record(z.string(), z.object({ grantId: z.string().optional(), sid: z.string().optional() }))
    .catch({}),
});

const IssuedPayload = z.object({
  sessionUid: z.string().optional().catch(undefined),
  iat: z.number().catch(0),
  session: z.object({ uid: z.string().optional() }).optional().catch(undefined),
});

const GrantPayload = z.object({
  clientId: z.string(),
  iat: z.number().catch(0),
  openid: z.object({ scope: z.string() }).optional().catch(undefined),
  resources: z.record(z.string(), z.string()).catch({}),
});

export type HeldSession = {
  uid: string;
  object: HeldObject;
  notes: z.infer<typeof SessionNotes>;
  signedInAt: number;
  /** Applications that the user is signed in to through this session. */
  authorizations: { clientId: string; sid: string | undefined; grantKey: string }[];
};

type HeldGrant = {
  key: string;
  object: HeldObject;
  clientId: string;
  /** The scopes as they were granted. */
  granted: { openid?: { scope: string } | undefined; resources: Record<string, string> };
  createdAt: number;
  scopes: string[];
  resources: { indicator: string; scopes: string[] }[];
};

type HeldToken = {
  object: HeldObject;
  grantKey: string | null;
  /** The session it was issued in, or in which it waits for an answer. */
  sessionUid: string | undefined;
  issuedAt: number;
};

const words = (scope: string | undefined) => (scope ?? '').split(' ').filter((word) => word !== '');

function readSession(object: HeldObject, uid: string): HeldSession {
  const { loginTs, authorizations, ...notes } = SessionPayload.parse(object.payload);
  return {
    uid,
    object,
    notes,
    signedInAt: loginTs * 1000,
    authorizations: Object.entries(authorizations).flatMap(([clientId, { grantId, sid }]) =>
      grantId ? [{ clientId, sid, grantKey: digest(grantId) }] : [],
    ),
  };
}

function readGrant(object: HeldObject): HeldGrant {
  const { clientId, iat, openid, resources } = GrantPayload.parse(object.payload);
  return {
    key: object.id,
    object,
    clientId,
    granted: { openid, resources },
    createdAt: iat * 1000,
    scopes: words(openid?.scope),
    resources: Object.entries(resources).map(([indicator, scope]) => ({ indicator, scopes: words(scope) })),
  };
}

function readToken(object: HeldObject): HeldToken {
  const { sessionUid, session, iat } = IssuedPayload.parse(object.payload);
  return { object, grantKey: object.grantKey, sessionUid: sessionUid ?? session?.uid, issuedAt: iat * 1000 };
}

/** By the keys that connect them, because a person may have thousands: applications renew tokens all the time. */
export type Held = {
  sessions: HeldSession[];
  grants: HeldGrant[];
  tokens: HeldToken[];
  sessionByUid: Map<string, HeldSession>;
  grantByKey: Map<string, HeldGrant>;
  tokensOfSession: Map<string, HeldToken[]>;
  tokensOfGrant: Map<string, HeldToken[]>;
};

function addTo<T>(lists: Map<string, T[]>, key: string | null | undefined, one: T): void {
  if (key) {
    const list = lists.get(key);
    if (list) {
      list.push(one);
    } else {
      lists.set(key, [one]);
    }
  }
}

function addObject(held: Held, object: HeldObject): void {
  if (object.model === 'Session' && object.uid) {
    const session = readSession(object, object.uid);
    held.sessions.push(session);
    held.sessionByUid.set(session.uid, session);
  } else if (object.model === 'Grant') {
    const grant = readGrant(object);
    held.grants.push(grant);
    held.grantByKey.set(grant.key, grant);
  } else {
    const token = readToken(object);
    held.tokens.push(token);
    addTo(held.tokensOfSession, token.sessionUid, token);
    addTo(held.tokensOfGrant, token.grantKey, token);
  }
}

export async function findHeld(db: Db, userId: string): Promise<Held> {
  const held: Held = {
    sessions: [],
    grants: [],
    tokens: [],
    sessionByUid: new Map(),
    grantByKey: new Map(),
    tokensOfSession: new Map(),
    tokensOfGrant: new Map(),
  };
  const objects = await listHeld(db, userId);
  const turn = takeTurns();
  for (const object of objects) {
    const pause = turn();
    if (pause) {
      await pause;
    }
    addObject(held, object);
  }
  return held;
}

const tokensIn = ({ tokensOfSession }: Held, uid: string) => tokensOfSession.get(uid) ?? [];

/** The grants of a session: those it lists, and those whose tokens were issued in it. */
function grantKeysOf(held: Held, uid: string): Set<string> {
  return new Set([
    ...(held.sessionByUid.get(uid)?.authorizations.map(({ grantKey }) => grantKey) ?? []),
    ...tokensIn(held, uid).flatMap(({ grantKey }) => grantKey ?? []),
  ]);
}

/** Sessions, their grants, and everything that was issued from either. */
function belongingTo(held: Held, uids: readonly string[]): Set<HeldObject> {
  const objects = new Set<HeldObject>();
  for (const uid of uids) {
    const keys = grantKeysOf(held, uid);
    const grants = [...keys].flatMap((key) => held.grantByKey.get(key) ?? []);
    const issued = [...keys].flatMap((key) => held.tokensOfGrant.get(key) ?? []);
    for (const { object } of [held.sessionByUid.get(uid) ?? [], grants, issued, tokensIn(held, uid)].flat()) {
      objects.add(object);
    }
  }
  const ids = new Set(uids.map(digest));
  for (const { object } of held.tokens.filter((token) => ids.has(token.object.id))) {
    objects.add(object);
  }
  return objects;
}

/** The session that a grant belongs to; undefined if it has ended. */
export async function findSessionOfGrant(db: Db, userId: string, grantKey: string): Promise<string | undefined> {
  const held = await findHeld(db, userId);
  return held.sessions.find(({ uid }) => grantKeysOf(held, uid).has(grantKey))?.uid;
}

/** Undefined if the user has no such session. Its grants and their tokens end with it, or only those of own applications. */
export async function endSession(
  db: Db,
  userId: string,
  uid: string,
  revokes: 'all' | 'firstParty' | 'none' = 'all',
): Promise<HeldSession | undefined> {
  const held = await findHeld(db, userId);
  const session = held.sessionByUid.get(uid);
  if (session) {
    const spared = revokes === 'all' ? new Set() : await grantsToKeep(db, held, revokes);
    const isSpared = ({ model, id, grantKey }: HeldObject) => spared.has(model === 'Grant' ? id : grantKey);
    await endSessionObjects(
      db,
      [...belongingTo(held, [uid])].filter((object) => !isSpared(object)),
    );
    await notifyLater(db, userId, [session]);
  }
  return session;
}

/** The keys of the grants that outlive a session. Applications that are not registered keep theirs. */
async function grantsToKeep(db: Db, { grants }: Held, revokes: 'firstParty' | 'none'): Promise<Set<unknown>> {
  const ended =
    revokes === 'none'
      ? new Set()
      : await listFirstParty(
          db,
          grants.map(({ clientId }) => clientId),
        );
  return new Set(grants.filter(({ clientId }) => !ended.has(clientId)).map(({ key }) => key));
}

/** Ends those of the sessions that the user still has, and returns them. */
export async function endSessions(db: Db, userId: string, uids: string[]): Promise<HeldSession[]> {
  const held = await findHeld(db, userId);
  const sessions = [...new Set(uids)].flatMap((uid) => held.sessionByUid.get(uid) ?? []);
  const objects = belongingTo(
    held,
    sessions.map(({ uid }) => uid),
  );
  if (objects.size > 0) {
    await endSessionObjects(db, [...objects]);
  }
  await notifyLater(db, userId, sessions);
  return sessions;
}

/**
 * Ends everything of a user except one session and what was issued from it: also sign-ins that are not finished, and
 * trusted devices. Returns the ended sessions.
 */
export async function endOtherSessions(db: Db, userId: string, uid: string | undefined): Promise<HeldSession[]> {
  await advanceEpochs(db, [userId]);
  const held = await findHeld(db, userId);
  const spared = belongingTo(held, uid === undefined ? [] : [uid]);
  const all = [...held.sessions, ...held.grants, ...held.tokens].map(({ object }) => object);
  await endSessionObjects(
    db,
    all.filter((object) => !spared.has(object)),
  );
  const ended = held.sessions.filter(({ object }) => !spared.has(object));
  await notifyLater(db, userId, ended);
  return ended;
}

/**
 * Keeps a session and the latest others up to the limit; ends the older ones with what was issued from them. Sign-ins at the
 * same moment wait for each other, and one of them may have ended the session.
 */
export async function endOldestSessions(
  db: Db,
  userId: string,
  { uid, maxSessions }: { uid: string; maxSessions: number },
): Promise<HeldSession[]> {
  await lockUser(db, userId);
  const held = await findHeld(db, userId);
  if (!held.sessionByUid.has(uid)) {
    return [];
  }
  const surplus = held.sessions
    .filter((session) => session.uid !== uid)
    // The engine stores the time of a sign-in in seconds; the last use orders those of the same second.
    .sort((one, other) => other.signedInAt - one.signedInAt || (other.notes.seen?.at ?? 0) - (one.notes.seen?.at ?? 0))
    .slice(maxSessions - 1);
  const objects = belongingTo(
    held,
    surplus.map((session) => session.uid),
  );
  if (objects.size > 0) {
    await endSessionObjects(db, [...objects]);
  }
  await notifyLater(db, userId, surplus);
  return surplus;
}

export const logoutQueue = 'oidc.notify-applications';

/** A job notifies the applications of the sessions after the commit. */
async function notifyLater(db: Db, userId: string, ended: readonly HeldSession[]): Promise<void> {
  const receivers = ended.flatMap(({ authorizations }) =>
    authorizations.map(({ clientId, sid = null }) => ({ clientId, sid })),
  );
  if (receivers.length > 0) {
    await enqueue(db, { queue: logoutQueue, payload: { userId, receivers, domain: currentDomain() } });
  }
}

/**
 * Ends sessions, grants, tokens and unfinished sign-ins of users at once; JWTs that were already issued remain valid until they expire. A job
 * notifies the applications after the commit.
 */
export async function endSessionsOf(db: Db, ...userIds: string[]): Promise<void> {
  if (userIds.length === 0) {
    return;
  }
  await advanceEpochs(db, userIds);
  const byUser = Map.groupBy(await listReceivers(db, userIds), ({ userId }) => userId);
  await endObjectsOf(db, userIds);
  await enqueueEach(
    db,
    logoutQueue,
    [...byUser].map(([userId, receivers]) => ({ payload: { userId, receivers, domain: currentDomain() } })),
  );
}

/** Undefined if the user has no such grant. */
export async function endGrant(db: Db, userId: string, key: string): Promise<HeldGrant | undefined> {
  const held = await findHeld(db, userId);
  const grant = held.grantByKey.get(key);
  if (grant) {
    const tokens = held.tokensOfGrant.get(key) ?? [];
    await endSessionObjects(db, [grant.object, ...tokens.map(({ object }) => object)]);
  }
  return grant;
}

/**
 * Keeps a grant of an application and the latest others up to the limit; ends the older ones with what was issued from
 * them. Authorizations at the same moment wait for each other, and one of them may have ended the grant.
 */
export async function endOldestGrants(
  db: Db,
  userId: string,
  { clientId, key, maxGrants }: { clientId: string; key: string; maxGrants: number },
): Promise<{ ended: HeldGrant[]; activeBefore: number }> {
  await lockUser(db, userId);
  const held = await findHeld(db, userId);
  const grants = held.grants.filter((grant) => grant.clientId === clientId);
  const activeBefore = grants.length;
  if (!grants.some((grant) => grant.key === key)) {
    return { ended: [], activeBefore };
  }
  const ended = grants
    .filter((grant) => grant.key !== key)
    // The engine stores the time of a grant in seconds; the last write orders those of the same second.
    .sort((one, other) => other.createdAt - one.createdAt || other.object.expiresAt - one.object.expiresAt)
    .slice(maxGrants - 1);
  const keys = new Set(ended.map((grant) => grant.key));
  const tokens = held.tokens.filter(({ grantKey }) => grantKey !== null && keys.has(grantKey));
  await endSessionObjects(
    db,
    [...ended, ...tokens].map(({ object }) => object),
  );
  return { ended, activeBefore };
}

/** A method of the engine that its types do not declare. */
type LogoutReceiver = { backchannelLogout(sub: string, sid: string | undefined): Promise<void> };

const isReceiver = (client: Client | undefined): client is Client & LogoutReceiver =>
  client?.backchannelLogoutUri !== undefined;

const LogoutPayload = z.object({
  userId: z.string(),
  receivers: z.array(z.object({ clientId: z.string(), sid: z.string().nullable() })),
  /** The custom domain by which the sessions were ended. */
  domain: KeptDomain,
});

/**
 * The job that notifies the applications of ended sessions at their back-channel URIs (OpenID Connect Back-Channel Logout
 * 1.0). A response that fails is logged and not repeated: the sessions have ended in any case.
 */
export async function notifyReceivers(
  { payload }: Pick<Job, 'payload'>,
  app: App,
  engine: () => Promise<Provider>,
): Promise<undefined> {
  const { userId, receivers, domain } = LogoutPayload.parse(payload);
  const notifyClient = async (clientId: string, sid: string | undefined) => {
    try {
      const client = await (await engine()).Client.find(clientId);
      if (isReceiver(client)) {
        await client.backchannelLogout(userId, sid);
      }
    } catch (error) {
      app.log.warn({ err: error, clientId }, 'back-channel logout failed');
    }
  };
  await viaDomain(domain, () =>
    Promise.all(receivers.map(({ clientId, sid }) => notifyClient(clientId, sid ?? undefined))),
  );
}
