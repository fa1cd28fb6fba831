import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { enqueue, enqueueEach } from '#platform/jobs/jobs';

/** The queue whose jobs read metadata by URL. */
export const refreshQueue = 'sso-connectors.refresh-metadata';

const perRun = 500;
/** A certificate is reported this long before it expires. */
export const warnDays = 30;

/** Adds a job for every connector whose metadata is a day old. */
export async function enqueueRefresh(db: Db): Promise<boolean> {
  const { rows } = await sql<{ tenantId: string; id: string }>`update sso_connectors c set metadata_read_at = now()
    from (select tenant_id, id from sso_connectors
      where metadata_read_at < now() - interval '1 day' order by metadata_read_at limit ${perRun}) old
    where c.tenant_id = old.tenant_id and c.id = old.id returning c.tenant_id as "tenantId", c.id`.execute(db);
  await enqueueEach(
    db,
    refreshQueue,
    rows.map(({ tenantId, id }) => ({ tenantId, payload: { id } })),
  );
  return rows.length === perRun;
}

/** Adds a job for a connector whose metadata is by URL and was not read in the last five minutes. */
export async function enqueueEarlyRefresh(db: Db, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sso_connectors')
    .set({ metadata_read_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('metadata_read_at', '<', sql<number>`now() - interval '5 minutes'`)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) {
    await enqueue(db, { queue: refreshQueue, payload: { id } });
  }
}

export async function saveMetadata(
  db: Db,
  id: string,
  { xml, expiresAt }: { xml: string; expiresAt: number },
): Promise<void> {
  await db
    .updateTable('sso_connectors')
    .set({
      metadata_xml: xml,
      metadata_error: null,
      metadata_read_at: sql<Date>`now()`,
      certificate_expires_at: new Date(expiresAt),
    })
    .where('id', '=', id)
    .execute();
}

/** Returns whether the error is new. */
export async function saveMetadataError(db: Db, id: string, error: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sso_connectors')
    .set({ metadata_error: error })
    .where('id', '=', id)
    .where(sql<boolean>`metadata_error is distinct from ${error}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The queue whose jobs warn about certificates that expire. */
export const certificateQueue = 'sso-connectors.warn-certificate';

/** Adds a job for every connector whose certificate expires soon, once per certificate. */
export async function enqueueWarnings(db: Db): Promise<boolean> {
  const { rows } = await sql<{ tenantId: string; id: string }>`update sso_connectors c
    set certificate_warned_for = c.certificate_expires_at
    from (select tenant_id, id from sso_connectors
      where certificate_expires_at < now() + ${warnDays} * interval '1 day'
        and certificate_warned_for is distinct from certificate_expires_at
      order by certificate_expires_at limit ${perRun}) due
    where c.tenant_id = due.tenant_id and c.id = due.id returning c.tenant_id as "tenantId", c.id`.execute(db);
  await enqueueEach(
    db,
    certificateQueue,
    rows.map(({ tenantId, id }) => ({ tenantId, payload: { id } })),
  );
  return rows.length === perRun;
}

export async function findCertificateExpiry(db: Db, id: string): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('sso_connectors')
    .select('certificate_expires_at as expiresAt')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.expiresAt;
}
