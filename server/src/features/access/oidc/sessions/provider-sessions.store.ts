import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { purgeStep } from '#platform/db/purge';
import type { Statement } from '#platform/tenancy/tenancy';

/** $1 session, $2 connector, $3 user, $4 subject, $5 sid, $6 NameID, $7 ID token, $8 whether to sign out there. */
export const saveProviderSession: Statement = {
  name: 'oidc_keep_provider_session',
  // The connector or the user may have been deleted since the user came back from the provider.
  text: `insert into sso_sessions
      (session_uid, connector_id, user_id, subject, sid, name_id, id_token, signs_out, expires_at)
    select $1, c.id, u.id, $4, $5, $6::jsonb, $7, $8, now() + interval '1 day'
    from sso_connectors c, users u where c.id = $2 and u.id = $3
    on conflict (tenant_id, session_uid) do update set connector_id = excluded.connector_id,
      user_id = excluded.user_id, subject = excluded.subject, sid = excluded.sid, name_id = excluded.name_id,
      id_token = excluded.id_token, signs_out = excluded.signs_out, expires_at = excluded.expires_at`,
};

/** $1 session, $2 digest, $3 address, $4 minutes. The row of an ended session becomes a logout at the provider. */
export const openProviderLogout: Statement = {
  name: 'oidc_open_provider_logout',
  text: `update sso_sessions set logout_digest = $2, return_uri = $3, expires_at = now() + $4 * interval '1 minute'
    where session_uid = $1 and signs_out and logout_digest is null returning connector_id as "connectorId"`,
};

export const dropProviderSession: Statement = {
  name: 'oidc_drop_provider_session',
  text: 'delete from sso_sessions where session_uid = $1 and logout_digest is null',
};

/** Format and qualifiers of a SAML NameID. */
type NameIdDetails = { format?: string; nameQualifier?: string; spNameQualifier?: string };

export type ProviderLogout = {
  sessionUid: string;
  connectorId: string;
  userId: string;
  subject: string;
  sid: string | null;
  nameId: NameIdDetails | null;
  /** Sealed. */
  idToken: string | null;
  returnUri: string;
};

type Departure = { digest: string; nextDigest: string; requestId: string };

/** Starts a logout once. From now on, the browser returns with the secret of `nextDigest`. */
export async function startProviderLogout(
  db: Db,
  { digest, nextDigest, requestId }: Departure,
): Promise<ProviderLogout | undefined> {
  const { rows } = await sql<ProviderLogout>`
    with found as (select tenant_id, session_uid, id_token from sso_sessions
      where logout_digest = ${digest} and logout_request_id is null and expires_at > now() for update)
    update sso_sessions s set logout_digest = ${nextDigest}, logout_request_id = ${requestId}, id_token = null
    from found where s.tenant_id = found.tenant_id and s.session_uid = found.session_uid
    returning s.session_uid as "sessionUid", s.connector_id as "connectorId", s.user_id as "userId", s.subject, s.sid,
      s.name_id as "nameId", found.id_token as "idToken", s.return_uri as "returnUri"`.execute(db);
  return rows[0];
}

type FinishedLogout = { connectorId: string; userId: string; requestId: string; returnUri: string };

/** Ends a logout. The row is removed, so that each secret counts once. */
export async function takeProviderLogout(db: Db, digest: string): Promise<FinishedLogout | undefined> {
  const { rows } = await sql<FinishedLogout>`delete from sso_sessions
    where logout_digest = ${digest} and logout_request_id is not null and expires_at > now()
    returning connector_id as "connectorId", user_id as "userId", logout_request_id as "requestId",
      return_uri as "returnUri"`.execute(db);
  return rows[0];
}

type Named = { connectorId: string; subject?: string | undefined; sids: string[] };

/** Removes and returns the sessions that a provider names: by subject, by its session IDs, or by both. */
export async function takeProviderSessions(
  db: Db,
  { connectorId, subject, sids }: Named,
): Promise<{ sessionUid: string; userId: string }[]> {
  if (subject === undefined && sids.length === 0) {
    return [];
  }
  return db
    .deleteFrom('sso_sessions')
    .where('connector_id', '=', connectorId)
    .where('logout_digest', 'is', null)
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .$if(sids.length > 0, (query) => query.where('sid', 'in', sids))
    .returning(['session_uid as sessionUid', 'user_id as userId'])
    .execute();
}

export async function dropProviderSessions(db: Db, sessionUids: string[]): Promise<void> {
  if (sessionUids.length > 0) {
    await sql`delete from sso_sessions where session_uid = any(${sessionUids})`.execute(db);
  }
}

export async function dropProviderSessionsOf(db: Db, userIds: string[]): Promise<void> {
  await sql`delete from sso_sessions where user_id = any(${userIds})`.execute(db);
}

/** The next rows to look at, by index. */
const due = sql`s.ctid = any(array(
  select ctid from sso_sessions where expires_at < now() order by expires_at limit ${purgeStep}))`;

/** When the session of a row expires; null if there is none. A scalar, so that each row uses an index. */
const sessionEnd = sql`(select max(m.expires_at) from oidc_models m
  where m.tenant_id = s.tenant_id and m.uid = s.session_uid and m.model = 'Session' and m.expires_at > now())`;

/**
 * Looks at the rows that are due. A session that is still in use keeps its row until the session expires; the others
 * are deleted. Returns whether more may be left.
 */
export async function purgeProviderSessions(db: Db): Promise<boolean> {
  const { numAffectedRows: kept = 0n } = await sql`update sso_sessions s set expires_at = ${sessionEnd}
    where ${due} and ${sessionEnd} is not null`.execute(db);
  const { numAffectedRows: gone = 0n } = await sql`delete from sso_sessions s
    where ${due} and ${sessionEnd} is null`.execute(db);
  return kept + gone >= purgeStep;
}
