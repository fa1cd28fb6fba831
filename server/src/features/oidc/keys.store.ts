import type { JWK } from 'jose';
import { sql } from 'kysely';
import type { Db } from '#platform/db';

export type KeyKind = 'private' | 'cookie';
export type NewKey = { id: string; kind: KeyKind; value: JWK | { secret: string } };
export type KeyRow = NewKey & {
  createdAt: number;
  signsFrom: number;
  /** Milliseconds until it signs, by the clock of the database, so that all nodes agree; not above 0 when it may sign. */
  startsIn: number;
};

export async function listKeys(db: Db): Promise<KeyRow[]> {
  const rows = await db
    .selectFrom('oidc_keys')
    .select([
      'id',
      'kind',
      'value',
      'created_at as createdAt',
      'signs_from as signsFrom',
      sql<number>`(extract(epoch from signs_from - clock_timestamp()) * 1000)::float8`.as('startsIn'),
    ])
    .execute();
  // Both columns hold only what insertKey wrote.
  return rows as KeyRow[];
}

/**
 * Others that want to change these keys wait until this transaction ends. A lock of its own: rows that come and go while
 * others wait would be locked in an order that changes.
 */
export async function lockKeys(db: Db, kind: KeyKind): Promise<void> {
  const name = sql`'keys ' || current_setting('app.tenant_id') || ' ' || ${kind}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** Not now(): a transaction that waited for the lock began before the one it waited for made its key. */
export async function insertKey(db: Db, { id, kind, value }: NewKey, graceSeconds: number): Promise<void> {
  await db
    .insertInto('oidc_keys')
    .values({
      id,
      kind,
      value: JSON.stringify(value),
      created_at: sql`clock_timestamp()`,
      signs_from: sql`clock_timestamp() + make_interval(secs => ${graceSeconds})`,
    })
    .execute();
}

export async function startSigning(db: Db, id: string): Promise<void> {
  await db.updateTable('oidc_keys').set({ signs_from: sql`clock_timestamp()` }).where('id', '=', id).execute();
}

export async function deleteKeys(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) {
    await db.deleteFrom('oidc_keys').where('id', 'in', ids).execute();
  }
}

/** Removes what two newer keys have followed, of all tenants: nobody is told these keys any more. */
export async function deleteRetiredKeys(db: Db): Promise<void> {
  await sql`delete from oidc_keys k using (
      select tenant_id, id, row_number() over (
        partition by tenant_id, kind order by signs_from desc, created_at desc, id) as place
      from oidc_keys where signs_from <= clock_timestamp()
    ) begun where begun.place > 2 and k.tenant_id = begun.tenant_id and k.id = begun.id`.execute(db);
}
