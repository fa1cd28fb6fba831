import type { ConsoleSettings, UpdateConsoleSettings } from '@postern/contracts/records/console-settings';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

const defaultSettings: ConsoleSettings = { signInExperienceCustomized: false, organizationCreated: false };

export async function findConsoleSettings(db: Db): Promise<ConsoleSettings> {
  const row = await db.selectFrom('console_settings').select('data').executeTakeFirst();
  // Written by this store only.
  return { ...defaultSettings, ...(row?.data as UpdateConsoleSettings | undefined) };
}

/** Merged in the database, so that concurrent changes of different keys are kept. */
export async function saveConsoleSettings(db: Db, changes: UpdateConsoleSettings): Promise<ConsoleSettings> {
  const row = await db
    .insertInto('console_settings')
    .values({ data: JSON.stringify(changes) })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ data: sql<string>`console_settings.data || excluded.data` }),
    )
    .returning('data')
    .executeTakeFirstOrThrow();
  return { ...defaultSettings, ...(row.data as UpdateConsoleSettings) };
}
