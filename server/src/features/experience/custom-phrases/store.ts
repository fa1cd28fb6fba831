import type { CustomPhrase, Translation } from '@postern/contracts/experience/custom-phrases';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { newId } from '#platform/secrets/ids';

const columns = ['tenant_id as tenantId', 'id', 'language_tag as languageTag', 'translation'] as const;

export async function listCustomPhrases(db: Db): Promise<CustomPhrase[]> {
  const rows = await db.selectFrom('custom_phrases').select(columns).orderBy('language_tag').execute();
  // The JSON column was validated on write.
  return rows as CustomPhrase[];
}

export async function findCustomPhrase(db: Db, languageTag: string): Promise<CustomPhrase | undefined> {
  const row = await db
    .selectFrom('custom_phrases')
    .select(columns)
    .where('language_tag', '=', languageTag)
    .executeTakeFirst();
  return row as CustomPhrase | undefined;
}

export async function saveCustomPhrase(db: Db, languageTag: string, translation: Translation): Promise<CustomPhrase> {
  const row = await db
    .insertInto('custom_phrases')
    .values({ id: newId(), language_tag: languageTag, translation: JSON.stringify(translation) })
    .onConflict((conflict) =>
      conflict.constraint('custom_phrases__language').doUpdateSet({ translation: sql`excluded.translation` }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as CustomPhrase;
}

export async function deleteCustomPhrase(db: Db, languageTag: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('custom_phrases')
    .where('language_tag', '=', languageTag)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Locks the setting, so that the fallback language cannot change until the transaction ends. */
export async function lockFallbackLanguage(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ tag: string }>`select language_info ->> 'fallbackLanguage' as tag
    from sign_in_experiences where id = 'default' for share`.execute(db);
  return rows[0]?.tag;
}

export async function findFallback(db: Db): Promise<{ autoDetect: boolean; fallbackLanguage: string }> {
  const { rows } = await sql<{ autoDetect: boolean; fallbackLanguage: string }>`
    select (language_info ->> 'autoDetect')::boolean as "autoDetect", language_info ->> 'fallbackLanguage' as "fallbackLanguage"
    from sign_in_experiences where id = 'default'`.execute(db);
  return rows[0] ?? { autoDetect: true, fallbackLanguage: 'en' };
}
