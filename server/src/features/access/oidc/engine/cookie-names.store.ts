import type { Db } from '#platform/db/db';

/** From when cookies have names with a prefix, and until when plain names are accepted. */
export const findCookieDates = (db: Db): Promise<{ prefixedFrom: number; plainUntil: number }> =>
  db
    .selectFrom('cookie_names')
    .select(['prefixed_from as prefixedFrom', 'plain_until as plainUntil'])
    .executeTakeFirstOrThrow();
