import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { isSealed, isSealedJson, openJson, type Sealer, sealerFor, sealJson } from './seal-column.ts';
import type { Vault } from './vault.ts';

type SealedRow = { tenantId: string; id: string } & Record<string, string>;

/** A column with sealed values. Features list theirs, so that the key of the vault can be rotated. */
export type SealedColumn = {
  table: string;
  /** Text, or JSON with sealed strings anywhere in it. */
  column: string;
  /** The columns of the primary key after `tenant_id`; `id` by default. The first one is the `id` of the row. */
  key?: readonly [string, ...string[]];
  /** Other values that the purpose needs: SQL expressions on `t`. */
  also?: Record<string, string>;
  /** Joins that `also` needs. */
  join?: string;
  /** The purpose that the values were sealed with. */
  purpose(row: SealedRow): string;
  /** Seals a value that an earlier release stored as plain text. Returns other values unchanged. */
  sealPlain?(value: unknown, sealer: Sealer): unknown;
};

type SealPlain = NonNullable<SealedColumn['sealPlain']>;

/** For text columns. */
export const sealPlainText: SealPlain = (value, { seal }) =>
  typeof value === 'string' && !isSealed(value) ? seal(value) : value;

/** For JSON columns that are sealed as a whole. */
export const sealPlainJson: SealPlain = (value, sealer) =>
  isSealedJson(value) ? value : JSON.parse(sealJson(sealer, value as object));

export type Resealed = {
  /** Values that are encrypted with the first key now. */
  changed: number;
  /** Values that no key opens. */
  unreadable: number;
};

const pageSize = 500;

type StoredRow = SealedRow & { position: string[] };
type Page = Resealed & { last?: StoredRow };

/** Applies `change` to every sealed string of a JSON value. */
function mapSealed(value: unknown, change: (sealed: string) => string): unknown {
  if (typeof value === 'string') {
    return isSealed(value) ? change(value) : value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapSealed(item, change));
  }
  return value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapSealed(item, change)]))
    : value;
}

/** Applies `change`, which returns undefined for a value that stays as it is, to every sealed string of a value. */
function changeSealed(value: unknown, change: (sealed: string) => string | undefined) {
  const count = { changed: 0, unreadable: 0 };
  const next = mapSealed(value, (sealed) => {
    try {
      const changed = change(sealed);
      count.changed += changed === undefined ? 0 : 1;
      return changed ?? sealed;
    } catch (error) {
      if (error instanceof AppError && error.code === 'vault.unreadable') {
        count.unreadable += 1;
        return sealed;
      }
      throw error;
    }
  });
  return { ...count, next };
}

type Change = (
  column: SealedColumn,
  purpose: string,
  value: unknown,
) => { next: unknown; changed: number; unreadable: number };

/** `isDry`: only counts. */
type Rewrite = { change: Change; isDry?: boolean };

const reseal =
  (vault: Vault): Change =>
  ({ sealPlain }, purpose, value) => {
    const { next: rewrapped, changed, unreadable } = changeSealed(value, (sealed) => vault.rewrap(purpose, sealed));
    const next = sealPlain ? sealPlain(rewrapped, sealerFor(vault, purpose)) : rewrapped;
    return { next, changed: changed + (next === rewrapped ? 0 : 1), unreadable };
  };

const unseal =
  (vault: Vault): Change =>
  (_, purpose, value) => {
    const { next, ...count } = changeSealed(value, (sealed) => vault.open(purpose, sealed));
    return { ...count, next: isSealedJson(next) && count.unreadable === 0 ? openJson(plain, next as object) : next };
  };

/** For values that are open already. */
const plain: Sealer = { seal: (text) => text, open: (text) => text };

/** Rewrites the next rows after `after`. Rows that change meanwhile are left: their writer uses the first key. */
async function changePage(
  db: Db,
  { change, isDry }: Rewrite,
  column: SealedColumn,
  after: StoredRow | undefined,
): Promise<Page> {
  const { table, key = ['id'], also = {}, join = '', sealPlain, purpose } = column;
  const [id, value] = [sql.ref(`t.${key[0]}`), sql.ref(`t.${column.column}`)];
  const ids = sql.join(key.map((name) => sql.ref(`t.${name}`)));
  const extra = Object.entries(also).map(([name, expression]) => sql`, ${sql.raw(expression)} as ${sql.ref(name)}`);
  const start = after ? sql`and (t.tenant_id, ${ids}) > (${after.tenantId}, ${sql.join(after.position)})` : sql``;
  const sealed = sealPlain ? sql`` : sql`and ${value}::text like '%v1.%'`;
  const { rows } = await sql<StoredRow & { value: unknown; stored: string }>`
    select t.tenant_id as "tenantId", ${id} as id, array[${ids}]::text[] as position, ${value} as value,
      ${value}::text as stored ${sql.join(extra, sql``)}
    from ${sql.table(table)} t ${sql.raw(join)} where ${value} is not null ${start} ${sealed}
    order by t.tenant_id, ${ids} limit ${pageSize}`.execute(db);
  const page: Page = { changed: 0, unreadable: 0, last: rows.at(-1) };
  for (const row of rows) {
    const { next, changed, unreadable } = change(column, purpose(row), row.value);
    page.changed += changed;
    page.unreadable += unreadable;
    if (changed > 0 && !isDry) {
      const text = typeof next === 'string' ? next : JSON.stringify(next);
      await sql`update ${sql.table(table)} t set ${sql.ref(column.column)} = ${text}
        where t.tenant_id = ${row.tenantId} and (${ids}) = (${sql.join(row.position)}) and ${value}::text = ${row.stored}`.execute(
        db,
      );
    }
  }
  return page;
}

type Run = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

async function changeColumns(run: Run, work: Rewrite, columns: readonly SealedColumn[]): Promise<Resealed> {
  const total: Resealed = { changed: 0, unreadable: 0 };
  for (const column of columns) {
    let last: StoredRow | undefined;
    do {
      const page = await run((db) => changePage(db, work, column, last));
      total.changed += page.changed;
      total.unreadable += page.unreadable;
      last = page.last;
    } while (last);
  }
  return total;
}

/** Encrypts the values of these columns with the first key of the vault, in short transactions. */
export const resealColumns = (run: Run, vault: Vault, columns: readonly SealedColumn[]): Promise<Resealed> =>
  changeColumns(run, { change: reseal(vault) }, columns);

/** Decrypts the values of these columns, for an earlier release that stores them as plain text. */
export const unsealColumns = (
  run: Run,
  vault: Vault,
  columns: readonly SealedColumn[],
  isDry: boolean,
): Promise<Resealed> => changeColumns(run, { change: unseal(vault), isDry }, columns);
