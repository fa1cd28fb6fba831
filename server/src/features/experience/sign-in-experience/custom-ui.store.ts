import { sql } from 'kysely';
import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import type { CustomUiUpload } from './unpack-custom-ui.ts';

export async function insertCustomUiUpload(db: Db, { id, keys }: CustomUiUpload): Promise<void> {
  await db
    .insertInto('custom_ui_uploads')
    .values({ id, keys: JSON.stringify(keys) })
    .execute();
}

/** A few at a time: a row is locked while its files go. */
const perRun = 20;

/**
 * Uploads that no tenant shows, a month after they came: until then they can be taken back into use. Rows go with their
 * files; if the storage fails, all of it is tried again at the next run.
 */
export async function deleteUnusedCustomUi(db: Db, { storage }: Pick<App, 'storage'>): Promise<void> {
  const { rows } = await sql<{ keys: string[] }>`
    delete from custom_ui_uploads u using (
      select tenant_id, id from custom_ui_uploads o
      where created_at < now() - interval '30 days' and not exists (
        select from sign_in_experiences s where s.tenant_id = o.tenant_id and s.custom_ui_assets ->> 'id' = o.id)
      order by created_at limit ${perRun}) old
    where u.tenant_id = old.tenant_id and u.id = old.id returning u.keys`.execute(db);
  for (const key of rows.flatMap(({ keys }) => keys)) {
    await storage.remove(key);
  }
}
