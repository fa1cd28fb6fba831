import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db';

export const eraseQueue = 'tenants.erase';

export type Deletion = {
  id: string;
  name: string;
  requestedBy: string;
  requestedAt: number;
  /** Null until counted. */
  rowsTotal: number | null;
  rowsErased: number;
  filesErased: number;
  /** The table that is being erased. */
  position: string | null;
  attempts: number;
  lastError: string | null;
  finishedAt: number | null;
};

const columns = [
  'id',
  'name',
  'requested_by as requestedBy',
  'requested_at as requestedAt',
  'rows_total as rowsTotal',
  'rows_erased as rowsErased',
  'files_erased as filesErased',
  'position',
  'attempts',
  'last_error as lastError',
  'finished_at as finishedAt',
] as const;

/** Disables the tenant and removes its members and invitations. For the system handle, like all functions here. */
export async function markDeleted(db: Db, id: string, organizationId: string): Promise<void> {
  await db.updateTable('tenants').set({ deleted_at: sql<string>`now()` }).where('id', '=', id).execute();
  await db
    .deleteFrom('organizations')
    .where('tenant_id', '=', adminTenantId)
    .where('id', '=', organizationId)
    .execute();
}

export async function insertDeletion(
  db: Db,
  { id, name, requestedBy }: Pick<Deletion, 'id' | 'name' | 'requestedBy'>,
): Promise<void> {
  await db.insertInto('tenant_deletions').values({ id, name, requested_by: requestedBy }).execute();
}

/** Newest first. */
export async function listDeletions(db: Db): Promise<Deletion[]> {
  return db.selectFrom('tenant_deletions').select(columns).orderBy('requested_at', 'desc').orderBy('id').execute();
}

/** Undefined if finished. */
export async function findDeletion(db: Db, id: string): Promise<Deletion | undefined> {
  return openDeletion(db, id).executeTakeFirst();
}

/** Locks it until the transaction ends. Undefined if finished. */
export async function lockDeletion(db: Db, id: string): Promise<Deletion | undefined> {
  return openDeletion(db, id).forUpdate().executeTakeFirst();
}

const openDeletion = (db: Db, id: string) =>
  db.selectFrom('tenant_deletions').select(columns).where('id', '=', id).where('finished_at', 'is', null);

export type Progress = {
  rowsTotal?: number;
  rows?: number;
  files?: number;
  position: string | null;
  /** Seconds until the next step is possible. */
  inSeconds?: number;
  isFinished?: boolean;
};

export async function saveProgress(db: Db, id: string, progress: Progress): Promise<void> {
  const { rowsTotal, rows = 0, files = 0, position, isFinished } = progress;
  await db
    .updateTable('tenant_deletions')
    .set({
      position,
      rows_erased: sql<number>`rows_erased + ${rows}`,
      files_erased: sql<number>`files_erased + ${files}`,
      attempts: 0,
      last_error: null,
      ...(rowsTotal === undefined ? {} : { rows_total: rowsTotal }),
      ...(isFinished ? { finished_at: sql<string>`now()` } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Stores the last error for monitoring the deletion. */
export async function noteFailure(db: Db, id: string, reason: string): Promise<void> {
  await sql`update tenant_deletions set attempts = attempts + 1, last_error = ${reason}
    where id = ${id} and finished_at is null`.execute(db);
}
