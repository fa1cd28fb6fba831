import type { JWK } from 'jose';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { isUnreadable, openJson, sealJson } from '#platform/secrets/seal-column';
import type { KeySealer } from './seal-keys.ts';

export type KeyKind = 'private' | 'cookie' | 'subject';
/** A private key, and companion keys for applications that chose another algorithm. */
export type PrivateKey = JWK & { companions?: JWK[] };
export type NewKey = { id: string; kind: KeyKind; value: PrivateKey | { secret: string } };
export type KeyRow = NewKey & {
  createdAt: number;
  signsFrom: number;
  /** Milliseconds until it signs, by the clock of the database, so that all nodes agree; at most 0 if it may sign. */
  startsIn: number;
};

/** Keys that no key of the vault opens are listed by ID only. */
export async function listReadableKeys(db: Db, sealer: KeySealer): Promise<{ keys: KeyRow[]; unreadable: string[] }> {
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
  const unreadable: string[] = [];
  const keys = rows.flatMap((row) => {
    try {
      // Both columns hold only what insertKey wrote.
      return [{ ...row, value: openJson(sealer(row.id), row.value as object) } as KeyRow];
    } catch (error) {
      if (isUnreadable(error)) {
        unreadable.push(row.id);
        return [];
      }
      throw error;
    }
  });
  return { keys, unreadable };
}

/** Without one of its keys, a tenant would reject valid tokens, so nothing works until the vault has its key again. */
export async function listKeys(db: Db, sealer: KeySealer): Promise<KeyRow[]> {
  const { keys, unreadable } = await listReadableKeys(db, sealer);
  if (unreadable.length > 0) {
    throw new AppError('vault.unreadable');
  }
  return keys;
}

/**
 * Blocks other changes of these keys until the transaction ends. Uses an advisory lock, because row locks would be
 * taken in varying order while rows come and go.
 */
export async function lockKeys(db: Db, kind: KeyKind): Promise<void> {
  const name = sql`'keys ' || current_setting('app.tenant_id') || ' ' || ${kind}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** Not now(): a transaction that waited for the lock started before the other one created its key. */
export async function insertKey(
  db: Db,
  sealer: KeySealer,
  { id, kind, value }: NewKey,
  graceSeconds: number,
): Promise<void> {
  await db
    .insertInto('oidc_keys')
    .values({
      id,
      kind,
      value: sealJson(sealer(id), value),
      created_at: sql`clock_timestamp()`,
      signs_from: sql`clock_timestamp() + make_interval(secs => ${graceSeconds})`,
    })
    .execute();
}

export async function updateKeyValue(db: Db, sealer: KeySealer, id: string, value: PrivateKey): Promise<void> {
  await db
    .updateTable('oidc_keys')
    .set({ value: sealJson(sealer(id), value) })
    .where('id', '=', id)
    .execute();
}

export async function deleteKeys(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) {
    await db.deleteFrom('oidc_keys').where('id', 'in', ids).execute();
  }
}

/** Removes, for all tenants, keys with two newer successors and keys whose replacement signs: see `arrangeKeys`. */
export async function deleteRetiredKeys(db: Db): Promise<void> {
  await sql`with known as (
      select k.tenant_id, k.id, k.kind, k.created_at, k.signs_from, (
        select min(newer.signs_from) from oidc_keys newer
        where newer.tenant_id = k.tenant_id and newer.kind = k.kind
          and newer.created_at > k.created_at and newer.created_at < k.signs_from) as replaced_from
      from oidc_keys k
    ), retired as (
      select tenant_id, id from known where replaced_from <= clock_timestamp()
      union all
      select tenant_id, id from (
        select tenant_id, id, row_number() over (
          partition by tenant_id, kind order by signs_from desc, created_at desc, id) as place
        from known where replaced_from is null and signs_from <= clock_timestamp()
      ) begun where place > 2
    ) delete from oidc_keys k using retired r where k.tenant_id = r.tenant_id and k.id = r.id`.execute(db);
}
