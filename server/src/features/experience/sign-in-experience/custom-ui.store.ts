import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { enqueueEach } from '#platform/jobs/jobs';
import type { CustomUiUpload } from './unpack-custom-ui.ts';

export async function insertCustomUiUpload(db: Db, { id, keys }: CustomUiUpload): Promise<void> {
  await db
    .insertInto('custom_ui_uploads')
    .values({ id, keys: JSON.stringify(keys) })
    .execute();
}

const perRun = 20;

/** The queue whose jobs remove files from the storage. */
export const removeCustomUiQueue = 'sign-in-experience.remove-custom-ui';

/**
 * Deletes uploads that are older than a month and not in use; until then they can be used again. Deletes the rows at
 * once and adds a job per upload for its files.
 */
export async function deleteUnusedCustomUi(db: Db): Promise<void> {
  const { rows } = await sql<{ tenantId: string; keys: string[] }>`
    delete from custom_ui_uploads u using (
      select tenant_id, id from custom_ui_uploads o
      where created_at < now() - interval '30 days' and not exists (
        select from sign_in_experiences s where s.tenant_id = o.tenant_id and s.custom_ui_assets ->> 'id' = o.id)
      order by created_at limit ${perRun}) old
    where u.tenant_id = old.tenant_id and u.id = old.id returning u.tenant_id as "tenantId", u.keys`.execute(db);
  await enqueueEach(
    db,
    removeCustomUiQueue,
    rows.map(({ tenantId, keys }) => ({ tenantId, payload: { keys } })),
  );
}
