import type { SignInRequest } from '@postern/contracts/sign-in/sign-in-requests';
import { sql } from 'kysely';
import type { AdapterPayload } from 'oidc-provider';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';
import type { NewModel } from './unit.ts';

const model = 'BackchannelAuthenticationRequest';

export type NewSignInRequest = {
  id: string;
  requestKey: string;
  /** Null if the user does not exist. */
  userId: string | null;
  applicationId: string;
  bindingMessage: string | null;
  /** Sealed. */
  notification: string | null;
  seconds: number;
};

export async function insertSignInRequest(db: Db, request: NewSignInRequest): Promise<void> {
  const { id, requestKey, userId, applicationId, bindingMessage, notification, seconds } = request;
  await sql`insert into sign_in_requests
      (id, request_digest, user_id, application_id, binding_message, notification, expires_at)
    values (${id}, ${requestKey}, ${userId}, ${applicationId}, ${bindingMessage}, ${notification},
      now() + ${seconds} * interval '1 second')`.execute(db);
}

/**
 * Ids come first, so that a username that equals the id of another user finds the other user. Each part finds one row by
 * its key.
 */
export async function findHintedUser(
  db: Db,
  { text, email, phones }: { text: string; email: string; phones: string[] },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`select coalesce(
      (select id from users where id = ${text}),
      (select id from users where username = ${text}),
      user_named(${text}),
      (select id from users where primary_email = ${email}),
      (select id from users where primary_phone = any(${phones}) limit 1)) as id`.execute(db);
  return rows[0]?.id ?? undefined;
}

const shownAtMost = 20;

/** Open requests of a user, newest first. */
export async function listSignInRequests(db: Db, userId: string): Promise<SignInRequest[]> {
  const { rows } = await sql<SignInRequest>`
    select r.id, jsonb_build_object('id', a.id, 'name', a.name) as application,
      r.binding_message as "bindingMessage", r.created_at as "createdAt", r.expires_at as "expiresAt"
    from sign_in_requests r join applications a on a.id = r.application_id
    where r.user_id = ${userId} and r.answered_at is null and r.expires_at > now()
    order by r.created_at desc, r.id limit ${shownAtMost}`.execute(db);
  return rows;
}

export type OpenRequest = {
  requestKey: string;
  applicationId: string;
  hasNotification: boolean;
  payload: AdapterPayload;
  /** The security epoch of the user. */
  epoch: number;
};

/** A request that this user may answer. */
export async function findOpenRequest(db: Db, id: string, userId: string): Promise<OpenRequest | undefined> {
  const { rows } = await sql<OpenRequest>`
    select r.request_digest as "requestKey", r.application_id as "applicationId",
      r.notification is not null as "hasNotification", m.payload, u.security_epoch as epoch
    from sign_in_requests r join oidc_models m on m.model = ${model} and m.id = r.request_digest
      join users u on u.id = r.user_id and not u.is_suspended
    where r.id = ${id} and r.user_id = ${userId} and r.answered_at is null and r.expires_at > now()
      and m.consumed_at is null and m.expires_at > now()`.execute(db);
  return rows[0];
}

export type BackchannelAnswer =
  | { grantId: string; acr: string | undefined; amr: string[] | undefined; authTime: number | undefined }
  | { error: string; errorDescription: string };

/**
 * Stores the answer where the engine reads it, and the grant that it names. False if the request was answered or expired
 * meanwhile, or if the user was suspended or signed out everywhere. A change that comes later waits and then finds the grant.
 */
export async function answerSignInRequest(
  db: Db,
  { id, userId, requestKey, epoch }: { id: string; userId: string; requestKey: string; epoch: number },
  answer: BackchannelAnswer,
  grant: NewModel | undefined,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update sign_in_requests set answered_at = now()
    where id = ${id} and user_id = ${userId} and answered_at is null and expires_at > now()
      and exists (select from users where id = ${userId} and not is_suspended and security_epoch = ${epoch} for share)`.execute(
    db,
  );
  if (numAffectedRows !== 1n) {
    return false;
  }
  if (grant) {
    await sql`insert into oidc_models (model, id, payload, account_id, expires_at)
      values (${grant.model}, ${grant.id}, ${JSON.stringify(grant.payload)}, ${grant.account_id},
        now() + ${grant.expires_in} * interval '1 second')`.execute(db);
  }
  await sql`update oidc_models set payload = payload || ${JSON.stringify(answer)}::jsonb, grant_id = ${grant?.id ?? null}
    where model = ${model} and id = ${requestKey} and consumed_at is null`.execute(db);
  return true;
}

/** For the message to the user. Undefined if the user does not exist or the request has ended. */
export async function findAnnouncedRequest(db: Db, id: string) {
  const { rows } = await sql<{ userId: string; applicationId: string; recent: number }>`
    select r.user_id as "userId", r.application_id as "applicationId",
      (select count(*) from sign_in_requests o where o.user_id = r.user_id
        and o.created_at > now() - interval '10 minutes')::int as recent
    from sign_in_requests r
    where r.id = ${id} and r.user_id is not null and r.answered_at is null and r.expires_at > now()`.execute(db);
  return rows[0];
}

export async function findNotification(db: Db, id: string) {
  const { rows } = await sql<{ applicationId: string; notification: string }>`
    select application_id as "applicationId", notification from sign_in_requests
    where id = ${id} and notification is not null and answered_at is not null`.execute(db);
  return rows[0];
}

export async function forgetNotification(db: Db, id: string): Promise<void> {
  await sql`update sign_in_requests set notification = null where id = ${id}`.execute(db);
}

export const deleteOldSignInRequests = (db: Db) =>
  deleteSome(db, 'sign_in_requests', sql`expires_at < now() - interval '1 hour'`);
