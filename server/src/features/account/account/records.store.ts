import type { TemplateType } from '@postern/contracts/messages/email-templates';
import type { Address, SocialUserInfo } from '@postern/contracts/sign-in/sign-in';
import { sql } from 'kysely';
import type { Basis } from '#features/messages/connectors';
import type { SealedTokenSet } from '#features/people/secrets';
import type { Passkey } from '#features/people/users';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';

/** A correct password; wrong ones are not recorded. */
type PasswordProof = { type: 'Password' };
/** A sign-in seconds before. */
type SignInProof = { type: 'SignIn' };
/** A code that was sent, and whether it was verified. */
export type CodeProof = { type: 'Code'; address: Address; purpose: TemplateType; isVerified: boolean };
/** A flow to a provider and, after the callback, the identity it returned. */
export type SocialProof = {
  type: 'Social';
  connectorId: string;
  target: string;
  state: string;
  session: Record<string, unknown>;
  basis?: Basis | undefined;
  userInfo?: SocialUserInfo;
  /** The encrypted tokens of the provider, if the connector stores them. */
  tokenSet?: SealedTokenSet;
};
/** A passkey that is being created. */
export type PasskeyProof = {
  type: 'WebAuthn';
  challenge: string;
  rpId: string;
  passkey?: Passkey;
};

/** A passkey of the account that signs a challenge. */
export type PasskeyUseProof = { type: 'PasskeyUse'; challenge: string; isVerified: boolean };

/** Only a second factor, which does not prove the identity alone. */
type FactorProof = { type: 'Factor' };

/**
 * `factor` is a second factor that was verified in addition. `epoch` is the security epoch of the person; this store
 * adds it. Records of the previous release have none: they are accepted for as long as they live, ten minutes.
 */
export type Proof = (
  | PasswordProof
  | SignInProof
  | CodeProof
  | SocialProof
  | PasskeyProof
  | PasskeyUseProof
  | FactorProof
) & {
  factor?: 'Totp' | 'BackupCode' | 'WebAuthn';
  epoch?: number | undefined;
};

const currentEpoch = (userId: string) =>
  sql`jsonb_build_object('epoch', (select security_epoch from users where id = ${userId}))`;

/**
 * Whether the person has changed since the proof (attack 53). A new address and a new passkey identify no person, so they
 * stay: the change that uses them needs another proof.
 */
const isOutdated = sql<boolean>`(coalesce(data ->> 'purpose', '') <> 'BindNewIdentifier' and data ->> 'type' <> 'WebAuthn'
  and exists (select from users u where u.id = user_id and u.security_epoch <> (data ->> 'epoch')::bigint))`;

/** More are never needed at the same time; older ones are deleted. */
const maxRecords = 20;

/** A double click on the same code finds its record already stored and keeps it. */
export async function insertRecord(
  db: Db,
  { id, userId, minutes, proof }: { id: string; userId: string; minutes: number; proof: Proof },
): Promise<string> {
  const { rows } = await sql<{ expiresAt: number }>`
    insert into verification_records as r (id, user_id, data, expires_at)
      values (${id}, ${userId}, ${currentEpoch(userId)} || ${JSON.stringify(proof)}::jsonb, now() + ${minutes} * interval '1 minute')
      on conflict (tenant_id, id) do update set id = r.id
      returning floor(extract(epoch from expires_at) * 1000)::bigint as "expiresAt"`.execute(db);
  await sql`delete from verification_records where user_id = ${userId} and id in (
    select id from verification_records where user_id = ${userId}
    order by created_at desc, id offset ${maxRecords})`.execute(db);
  return new Date(rows[0]?.expiresAt ?? 0).toISOString();
}

/**
 * A valid record of this person, or undefined. `lock` prevents others from using it before the transaction ends.
 */
export async function findRecord(db: Db, userId: string, id: string, lock = false): Promise<Proof | undefined> {
  const query = db
    .selectFrom('verification_records')
    .select('data')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<number>`now()`)
    .where(sql<boolean>`not ${isOutdated}`);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  // Only this store writes the column.
  return row?.data as Proof | undefined;
}

export type KeptRecord = { id: string; proof: Proof; isExpired: boolean };

/** All records of this person, newest first, including those that are expired or outdated. */
export async function listRecords(db: Db, userId: string, lock = false): Promise<KeptRecord[]> {
  const query = db
    .selectFrom('verification_records')
    .select(['id', 'data as proof', sql<boolean>`expires_at <= now() or ${isOutdated}`.as('isExpired')])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id');
  const rows = await (lock ? query.forUpdate() : query).execute();
  // Only this store writes the column.
  return rows as KeptRecord[];
}

export async function updateRecord(db: Db, userId: string, id: string, proof: Proof): Promise<void> {
  await db
    .updateTable('verification_records')
    .set({ data: sql<string>`jsonb_build_object('epoch', data -> 'epoch') || ${JSON.stringify(proof)}::jsonb` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute();
}

/** The change was made with this record, so it may be used for the next one as well. */
export async function renewRecord(db: Db, userId: string, id: string): Promise<void> {
  await sql`update verification_records set data = data || ${currentEpoch(userId)}
    where id = ${id} and user_id = ${userId}`.execute(db);
}

/** The person changed something else than the password, so proofs of it that were valid at `epoch` stay valid. */
export async function renewPasswordRecords(db: Db, userId: string, epoch: number): Promise<void> {
  await sql`update verification_records set data = data || ${currentEpoch(userId)}
    where user_id = ${userId} and data ->> 'type' = 'Password' and (data ->> 'epoch')::bigint = ${epoch}`.execute(db);
}

/** Returns false if it is already gone: of two parallel uses only one may continue. */
export async function deleteRecord(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('verification_records')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** Invalidates all other proofs by the old password. */
export async function deletePasswordRecords(db: Db, userId: string, butId = ''): Promise<void> {
  await sql`delete from verification_records
    where user_id = ${userId} and id <> ${butId} and data ->> 'type' = 'Password'`.execute(db);
}

/** Invalidates all proofs. */
export async function deleteRecords(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('verification_records').where('user_id', '=', userId).execute();
}

export const deleteOldRecords = (db: Db) =>
  deleteSome(db, 'verification_records', sql`expires_at < now() - interval '1 day'`);
