import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { digest } from './adapter.ts';
import { keepResultIn, keepResultStatement } from './interactions.store.ts';

/** What an interaction is known by in the table and in the trail; the id itself is its browser's secret. */
export const interactionKey = (jti: string) => digest(jti);

type Result = Record<string, unknown> & { version: number };
type Options = { leavesSession?: boolean; db?: Db };

/**
 * Writes the result of an interaction if nobody wrote it since it was read, and nothing else of it: smaller and safer
 * than saving the engine's whole object. False when somebody did, or when it is over.
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
