import { factorAcr } from '@postern/contracts/access/authentication-context';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Statement } from '#platform/tenancy/tenancy';
import { dropProviderSessions, dropProviderSessionsOf } from './provider-sessions.store.ts';

/** An object that the engine stores for a user: a session, a grant, or something issued from one. */
export type HeldObject = {
  model: string;
  id: string;
  uid: string | null;
  /** For issued objects: the id of the grant. */
  grantKey: string | null;
  payload: unknown;
  isUsed: boolean;
  expiresAt: number;
};

/** A user has tens of them, found by an index; expired ones are purged every minute. */
export function listHeld(db: Db, userId: string): Promise<HeldObject[]> {
  return db
    .selectFrom('oidc_models')
    .select([
      'model',
      'id',
      'uid',
      'grant_id as grantKey',
      'payload',
      sql<boolean>`consumed_at is not null`.as('isUsed'),
      'expires_at as expiresAt',
    ])
    .where('account_id', '=', userId)
    .where('expires_at', '>', sql<number>`now()`)
    .execute();
}

/** Until the end of the transaction. Changes of the user, and the end of a sign-in, wait too. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Whether the user signed in to this session in the last seconds. */
export async function findFreshSession(
  db: Db,
  { uid, userId, seconds }: { uid: string; userId: string; seconds: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_models')
    .select('id')
    .where('model', '=', 'Session')
    .where('uid', '=', uid)
    .where('account_id', '=', userId)
    .where('expires_at', '>', sql<number>`now()`)
    .where(sql<boolean>`(payload ->> 'loginTs')::float8 > extract(epoch from now()) - ${seconds}`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the user signed in to this session with a second factor in the last minutes. Found by an index. */
export async function findFreshFactorSession(
  db: Db,
  { uid, userId, minutes }: { uid: string; userId: string; minutes: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_models')
    .select('id')
    .where('model', '=', 'Session')
    .where('uid', '=', uid)
    .where('account_id', '=', userId)
    .where('expires_at', '>', sql<number>`now()`)
    .where(sql<boolean>`payload ->> 'acr' = ${factorAcr}
      and (payload ->> 'loginTs')::float8 > extract(epoch from now()) - ${minutes * 60}`)
    .executeTakeFirst();
  return row !== undefined;
}

/** The digest of the browser in which a session of the user began. */
export async function findDeviceOfSession(db: Db, userId: string, uid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('oidc_models')
    .select(sql<string | null>`payload ->> 'device'`.as('device'))
    .where('model', '=', 'Session')
    .where('uid', '=', uid)
    .where('account_id', '=', userId)
    .executeTakeFirst();
  return row?.device ?? undefined;
}

/**
 * Sessions and grants leave a marked row until they are purged, so that a request that read one earlier cannot write it
 * back. Whatever such a request issues depends on a grant that is gone, and is invalid.
 */
const mark = sql`update oidc_models
  set payload = '{}', account_id = null, uid = null, expires_at = now(), consumed_at = now()
  where model in ('Session', 'Grant')`;

/** Whether it is a session that began at the identity provider of a company. */
const hasProvider = ({ payload }: HeldObject) =>
  typeof payload === 'object' && payload !== null && Reflect.get(payload, 'provider') !== undefined;

const leavesMark = ({ model }: Pick<HeldObject, 'model'>) => model === 'Session' || model === 'Grant';

/** Ends objects of the engine permanently. */
export async function endSessionObjects(db: Db, objects: HeldObject[]): Promise<void> {
  const marked = objects.filter(leavesMark);
  const deleted = objects.filter((object) => !leavesMark(object));
  if (marked.length > 0) {
    await sql`${mark} and id = any(${marked.map(({ id }) => id)})`.execute(db);
    await dropProviderSessions(
      db,
      marked.flatMap((object) => (hasProvider(object) ? (object.uid ?? []) : [])),
    );
  }
  if (deleted.length > 0) {
    const models = [...new Set(deleted.map(({ model }) => model))];
    await sql`delete from oidc_models where model = any(${models}) and id = any(${deleted.map(({ id }) => id)})`.execute(
      db,
    );
  }
}

/** Ends what users have proven so far: unfinished sign-ins, approvals that were not redeemed, trusted devices. */
export async function advanceEpochs(db: Db, userIds: string[]): Promise<void> {
  await sql`select advance_security_epochs(${userIds}::text[])`.execute(db);
}

export async function endObjectsOf(db: Db, userIds: string[]): Promise<void> {
  await sql`${mark} and account_id = any(${userIds})`.execute(db);
  await db.deleteFrom('oidc_models').where('account_id', '=', sql<string>`any(${userIds})`).execute();
  await dropProviderSessionsOf(db, userIds);
}

export type Receiver = { userId: string; clientId: string; sid: string | null };

/** Applications with a back-channel URI that these users are signed in to, for each session. */
export async function listReceivers(db: Db, userIds: string[]): Promise<Receiver[]> {
  // The limit keeps the planner from reading all applications for the few of a session.
  const { rows } = await sql<Receiver>`
    select s.account_id as "userId", a.key as "clientId", a.value ->> 'sid' as sid
    from oidc_models s
    cross join lateral jsonb_each(case when jsonb_typeof(s.payload -> 'authorizations') = 'object'
      then s.payload -> 'authorizations' end) a
    join lateral (
      select from applications c
      where c.id = a.key and c.oidc_client_metadata ->> 'backchannelLogoutUri' <> '' limit 1
    ) c on true
    where s.model = 'Session' and s.account_id = any(${userIds}) and s.expires_at > now()`.execute(db);
  return rows;
}

/** Whether there is such a session, of any user. */
export async function hasSession(db: Db, uid: string): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_models')
    .select('id')
    .where('model', '=', 'Session')
    .where('uid', '=', uid)
    .where('expires_at', '>', sql<number>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the user has a grant that has expired and is not purged yet. */
export async function hasExpiredGrant(db: Db, userId: string, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_models')
    .select('id')
    .where('model', '=', 'Grant')
    .where('id', '=', key)
    .where('account_id', '=', userId)
    .where('expires_at', '<=', sql<number>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of the applications that are registered: their names, and whether they belong to somebody else. */
export async function listRegistered(
  db: Db,
  ids: string[],
): Promise<Map<string, { name: string; isThirdParty: boolean; canInitiateLogin: boolean }>> {
  const rows = await db
    .selectFrom('applications')
    .select([
      'id',
      'name',
      'is_third_party as isThirdParty',
      sql<boolean>`oidc_client_metadata ? 'initiateLoginUri'`.as('canInitiateLogin'),
    ])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  return new Map(rows.map(({ id, ...application }) => [id, application]));
}

export async function listFirstParty(db: Db, ids: string[]): Promise<Set<string>> {
  const registered = await listRegistered(db, ids);
  return new Set([...registered].filter(([, { isThirdParty }]) => !isThirdParty).map(([id]) => id));
}

export async function listApplicationNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('applications').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * A sign-in step does not wait for the disk: after a database crash the user is one step back at most. Its results
 * (sessions, codes, users) are written durably.
 */
export const withoutWaiting = "(select set_config('synchronous_commit', 'off', true)) = 'off'";

/**
 * $1 digest, $2 result, $3 the version it is based on, $4 whether to detach the sign-in from the session it began in.
 * No row if another request wrote in the meantime, or if the interaction has ended.
 */
const text = `update oidc_models
  set payload = jsonb_set(case when $4::boolean then payload - 'session' else payload end, '{result}', $2::jsonb)
  where model = 'Interaction' and id = $1 and expires_at > now() and ${withoutWaiting}
    and coalesce((payload #>> '{result,version}')::int, 0) = $3 returning id`;

export const saveResultStatement: Statement = { name: 'oidc_save_result', text };

/** The same inside a unit of work: committed together with the changes of the step. */
export async function saveResultIn(db: Db, id: string, result: string, version: number): Promise<boolean> {
  const { rows } = await sql`update oidc_models set payload = jsonb_set(payload, '{result}', ${result}::jsonb)
    where model = 'Interaction' and id = ${id} and expires_at > now()
      and coalesce((payload #>> '{result,version}')::int, 0) = ${version} returning id`.execute(db);
  return rows.length > 0;
}
