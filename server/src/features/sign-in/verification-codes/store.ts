import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';
import type { Statement } from '#platform/tenancy/tenancy';

/** $1 id, $2 owner, $3 verification, $4 kind, $5 address, $6 purpose, $7 digest, $8 minutes, $9 seconds of quiet. */
export const issueStatement: Statement = {
  name: 'passcodes_issue',
  text: 'select issue_passcode($1, $2, $3, $4, $5, $6, $7, $8, $9) as "verificationId"',
};

export const withdrawStatement: Statement = {
  name: 'passcodes_withdraw',
  text: 'delete from passcodes where verification_id = $1 and consumed_at is null',
};

/** $1 owner. For owners who have one code at a time and do not know its id. */
export const latestStatement: Statement = {
  name: 'passcodes_latest',
  text: 'select verification_id as "verificationId" from passcodes where owner = $1 order by created_at desc limit 1',
};

/** `issuedAt` is in microseconds, to compare it with security epochs. */
export type TriedCode = { id: string; digest: string; tries: number; isExpired: boolean; issuedAt: number };

/** $1 verification, $2 owner. Counts the attempt before the code is compared, so that parallel attempts all count. */
export const tryStatement: Statement = {
  name: 'passcodes_try',
  text: `update passcodes set try_count = least(try_count + 1, 1000) where verification_id = $1 and owner = $2
    and consumed_at is null
    returning id, code_digest as digest, try_count as tries, expires_at <= now() as "isExpired",
      floor(extract(epoch from created_at) * 1000000)::bigint as "issuedAt"`,
};

/** Returns no row if a parallel request consumed the code first. */
export const consumeStatement: Statement = {
  name: 'passcodes_consume',
  text: 'update passcodes set consumed_at = now() where id = $1 and consumed_at is null returning id',
};

export const deleteOldCodes = (db: Db) => deleteSome(db, 'passcodes', sql`expires_at < now() - interval '1 day'`);

/** The organization data for messages. */
export function findOrganization(
  db: Db,
  id: string,
): Promise<{ id: string; name: string; branding: unknown } | undefined> {
  return db.selectFrom('organizations').select(['id', 'name', 'branding']).where('id', '=', id).executeTakeFirst();
}
