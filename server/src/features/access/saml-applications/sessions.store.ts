import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';

export type SamlSession = {
  id: string;
  applicationId: string;
  samlRequestId: string | null;
  oidcState: string;
  relayState: string | null;
  /** The address that the request names; null for the first one of the settings. */
  acsUrl: string | null;
  /** The class of authentication that the response names; null for the usual one. */
  authnContext: string | null;
  /** Only a sign-in after the request answers it. */
  isForced: boolean;
};

const minutesToSignIn = 60;
/** How long an application can end a session by single logout. */
const daysToLogOut = 30;

export async function insertSession(db: Db, session: SamlSession): Promise<void> {
  await db
    .insertInto('saml_application_sessions')
    .values({
      id: session.id,
      application_id: session.applicationId,
      saml_request_id: session.samlRequestId,
      oidc_state: session.oidcState,
      relay_state: session.relayState,
      acs_url: session.acsUrl,
      authn_context: session.authnContext,
      is_forced: session.isForced,
      expires_at: sql`now() + ${minutesToSignIn} * interval '1 minute'`,
    })
    .execute();
}

/** A sign-in that has no response yet. */
export async function findOpenSession(
  db: Db,
  applicationId: string,
  id: string,
): Promise<(SamlSession & { createdAt: number }) | undefined> {
  return db
    .selectFrom('saml_application_sessions')
    .select([
      'id',
      'application_id as applicationId',
      'saml_request_id as samlRequestId',
      'oidc_state as oidcState',
      'relay_state as relayState',
      'acs_url as acsUrl',
      'authn_context as authnContext',
      'is_forced as isForced',
      'created_at as createdAt',
    ])
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .where('issued_at', 'is', null)
    .where('expires_at', '>', sql<number>`now()`)
    .executeTakeFirst();
}

/** Ends the open sign-in. Returns false if another request was first, so that one sign-in gives one response. */
export async function closeSession(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saml_application_sessions')
    .set({ issued_at: sql`now()` })
    .where('id', '=', id)
    .where('issued_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

type IssuedSession = { id: string; userId: string; sessionUid: string; nameId: string };

/** Keeps what single logout needs. */
export async function saveIssued(db: Db, { id, userId, sessionUid, nameId }: IssuedSession): Promise<void> {
  await db
    .updateTable('saml_application_sessions')
    .set({
      user_id: userId,
      session_uid: sessionUid,
      name_id: nameId,
      relay_state: null,
      expires_at: sql`now() + ${daysToLogOut} * interval '1 day'`,
    })
    .where('id', '=', id)
    .execute();
}

/** Sessions of a name at an application; of one index if the application names it. */
export async function listIssued(
  db: Db,
  applicationId: string,
  nameId: string,
  index: string | undefined,
): Promise<IssuedSession[]> {
  const query = db
    .selectFrom('saml_application_sessions')
    .select(['id', 'user_id as userId', 'session_uid as sessionUid', 'name_id as nameId'])
    .where('application_id', '=', applicationId)
    .where('name_id', '=', nameId)
    .where('expires_at', '>', sql<number>`now()`);
  const rows = await (index === undefined ? query : query.where('id', '=', index)).execute();
  // The columns are set together.
  return rows as IssuedSession[];
}

export async function deleteSessions(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) {
    await db.deleteFrom('saml_application_sessions').where('id', 'in', ids).execute();
  }
}

export const purgeSamlSessions = (db: Db) => deleteSome(db, 'saml_application_sessions', sql`expires_at < now()`);
