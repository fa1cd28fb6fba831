import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { digest } from './adapter.ts';
import { keepResultIn, keepResultStatement } from './interactions.store.ts';

/** The key of an interaction in the table and the audit log; the id itself is a secret of its browser. */
export const interactionKey = (jti: string) => digest(jti);

type Result = Record<string, unknown> & { version: number };
type Options = { leavesSession?: boolean; db?: Db };

/**
 * Writes only the result of an interaction, if it has not changed since it was read. Smaller and safer than saving the
 * engine's whole object. Returns false if another request wrote it, or if the interaction has ended.
 */
export async function keepResult(
  app: App,
  tenantId: string,
  jti: string,
  result: Result,
  { leavesSession = false, db }: Options = {},
): Promise<boolean> {
  const [id, text, version] = [interactionKey(jti), JSON.stringify(result), result.version - 1];
  if (db) {
    return keepResultIn(db, id, text, version);
  }
  const rows = await app.tenancy.run(tenantId, keepResultStatement, [id, text, version, leavesSession]);
  return rows.length > 0;
}
