import type { CreateOneTimeToken, OneTimeToken, OneTimeTokenStatus } from '@postern/contracts/access/one-time-tokens';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { deleteSome } from '#platform/db/purge';
import { digestSecret, newId, newSecret } from '#platform/secrets/ids';
import type { Statement } from '#platform/tenancy/tenancy';
import type { TokenSealer } from './seal-tokens.ts';

/** An active token has expired after its time, even if it is not marked yet. */
const liveStatus = sql<string>`case when status = 'active' and expires_at <= now() then 'expired' else status end`;

/** `token` may be sealed. */
const columns = [
  'tenant_id as tenantId',
  'id',
  'email',
  'token',
  'context',
  liveStatus.as('status'),
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

type Filter = { email?: string; status?: OneTimeTokenStatus };

function filtered(db: Db, { email, status }: Filter) {
  let query = db.selectFrom('one_time_tokens');
  if (email !== undefined) {
    query = query.where('email', '=', email);
  }
  if (status === 'active') {
    return query.where('status', '=', status).where('expires_at', '>', sql<number>`now()`);
  }
  if (status === 'expired') {
    return query.where((has) =>
      has.or([
        has('status', '=', status),
        has.and([has('status', '=', 'active'), has('expires_at', '<=', sql<number>`now()`)]),
      ]),
    );
  }
  return status === undefined ? query : query.where('status', '=', status);
}

export async function listOneTimeTokens(db: Db, filter: Filter, page: Page | undefined): Promise<OneTimeToken[]> {
  let query = filtered(db, filter).select(columns).orderBy('created_at', 'desc').orderBy('id');
  if (page) {
    query = query.limit(page.limit).offset(page.offset);
  }
  return (await query.execute()) as OneTimeToken[];
}

export async function countOneTimeTokens(db: Db, filter: Filter): Promise<number> {
  const row = await filtered(db, filter).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return row.total;
}

export async function findOneTimeToken(db: Db, id: string): Promise<OneTimeToken | undefined> {
  const row = await db.selectFrom('one_time_tokens').select(columns).where('id', '=', id).executeTakeFirst();
  return row as OneTimeToken | undefined;
}

/** Also marks expired tokens of the same address. */
export async function insertOneTimeToken(
  db: Db,
  sealer: TokenSealer,
  { email, context = {} }: CreateOneTimeToken,
  seconds: number,
): Promise<OneTimeToken> {
  await db
    .updateTable('one_time_tokens')
    .set({ status: 'expired' })
    .where('email', '=', email)
    .where('status', '=', 'active')
    .where('expires_at', '<=', sql<number>`now()`)
    .execute();
  const [id, token] = [newId(), newSecret()];
  const row = await db
    .insertInto('one_time_tokens')
    .values({
      id,
      email,
      token: sealer(id).seal(token),
      token_digest: digestSecret(token),
      context: JSON.stringify(context),
      expires_at: sql<string>`now() + ${seconds} * interval '1 second'`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...row, token } as OneTimeToken;
}

/** Undefined if it does not exist or, where only an active one may change, is no longer active. */
export async function updateStatus(db: Db, id: string, status: OneTimeTokenStatus): Promise<OneTimeToken | undefined> {
  const row = await db
    .updateTable('one_time_tokens')
    .set({ status })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row as OneTimeToken | undefined;
}

export async function deleteOneTimeToken(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('one_time_tokens').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0;
}

type InvitationLink = { invitationId: string; email: string; expiresAt: number };

/** The open token of an invitation; created if there is none or the last one was used. */
export async function takeInvitationToken(
  db: Db,
  sealer: TokenSealer,
  { invitationId, email, expiresAt }: InvitationLink,
): Promise<string> {
  const [newTokenId, secret] = [newId(), newSecret()];
  await sql`insert into one_time_tokens (id, email, token, token_digest, invitation_id, expires_at)
    values (${newTokenId}, ${email}, ${sealer(newTokenId).seal(secret)}, ${digestSecret(secret)}, ${invitationId},
      ${new Date(expiresAt)})
    on conflict (tenant_id, invitation_id) where invitation_id is not null and status = 'active' do nothing`.execute(
    db,
  );
  const { id, token } = await db
    .selectFrom('one_time_tokens')
    .select(['id', 'token'])
    .where('invitation_id', '=', invitationId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return sealer(id).open(token);
}

/** Whether the token was used and not revoked or deleted since. */
export async function isTokenInUse(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('one_time_tokens').select('id').where('id', '=', id).where('status', '=', 'consumed');
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Invalidates the links of ended invitations: unless they were accepted, also for those who have used them and are still
 * signing in.
 */
export async function revokeInvitationTokens(
  db: Db,
  invitationIds: readonly string[],
  { isAccepted = false } = {},
): Promise<void> {
  if (invitationIds.length > 0) {
    await db
      .updateTable('one_time_tokens')
      .set({ status: 'revoked' })
      .where('invitation_id', 'in', invitationIds)
      .where('status', 'in', isAccepted ? ['active'] : ['active', 'consumed'])
      .execute();
  }
}

const wireColumns = `tenant_id as "tenantId", id, email, token, context, status, created_at as "createdAt",
  expires_at as "expiresAt", invitation_id as "invitationId"`;

/**
 * $1 digest of the token, $2 email address. Only one of several concurrent requests succeeds, except with the token of an
 * invitation: it opens no account, so it can be used again while the invitation is pending. A token that is older than
 * its account counts as issued after its creation: it may have been made for a new person.
 */
export const consumeStatement: Statement = {
  name: 'one_time_tokens_consume',
  text: `update one_time_tokens set status = 'consumed'
    where token_digest = $1 and email = $2 and expires_at > now()
      and ($3 = 'any' or coalesce(context ->> 'interactionEvent', $3) = $3) and (status = 'active' or status = 'consumed'
      and exists (select from organization_invitations i where i.id = one_time_tokens.invitation_id
        and i.status = 'Pending' and i.expires_at > now())) returning ${wireColumns},
      floor(extract(epoch from greatest(created_at,
        (select u.created_at from users u where u.primary_email = one_time_tokens.email))) * 1000000)::bigint + 1 as "issuedAt"`,
};

/** $1 digest of the token. Why it could not be used; marks an expired one. */
export const explainStatement: Statement = {
  name: 'one_time_tokens_explain',
  text: `with overdue as (update one_time_tokens set status = 'expired'
      where token_digest = $1 and status = 'active' and expires_at <= now())
    select ${wireColumns}, expires_at <= now() as "isOverdue" from one_time_tokens where token_digest = $1`,
};

/** Kept long enough to look up what happened to a link. */
export const deleteOldTokens = (db: Db) =>
  deleteSome(db, 'one_time_tokens', sql`expires_at < now() - interval '30 days'`);
