import { z } from 'zod';
import type { Db } from '#platform/db';
import { digest } from './adapter.ts';
import { SessionNotes } from './note-session.ts';
import { type HeldObject, listHeld } from './sessions.store.ts';

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

export type HeldGrant = {
  key: string;
  object: HeldObject;
  clientId: string;
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
    createdAt: iat * 1000,
    scopes: words(openid?.scope),
    resources: Object.entries(resources).map(([indicator, scope]) => ({ indicator, scopes: words(scope) })),
  };
}

function readToken(object: HeldObject): HeldToken {
  const { sessionUid, session, iat } = IssuedPayload.parse(object.payload);
  return { object, grantKey: object.grantKey, sessionUid: sessionUid ?? session?.uid, issuedAt: iat * 1000 };
}

export type Held = { sessions: HeldSession[]; grants: HeldGrant[]; tokens: HeldToken[] };

export async function findHeld(db: Db, userId: string): Promise<Held> {
  const held: Held = { sessions: [], grants: [], tokens: [] };
  for (const object of await listHeld(db, userId)) {
    if (object.model === 'Session' && object.uid) {
      held.sessions.push(readSession(object, object.uid));
    } else if (object.model === 'Grant') {
      held.grants.push(readGrant(object));
    } else {
      held.tokens.push(readToken(object));
    }
  }
  return held;
}
