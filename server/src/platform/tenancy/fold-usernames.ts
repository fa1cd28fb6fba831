import { sql } from 'kysely';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';

/** For comparing usernames outside the database. */
type FoldUsername = (username: string) => string;

/** Whether case matters is a setting of the installation and of the tenant. */
export async function findUsernameFolding(db: Db): Promise<FoldUsername> {
  const { rows } = await sql<{
    folds: boolean;
  }>`select folds_usernames(current_setting('app.tenant_id')) as folds`.execute(db);
  return rows[0]?.folds ? (username) => username.toLowerCase() : (username) => username;
}

export const usernameFoldingOf = (app: App, tenantId: string): Promise<FoldUsername> =>
  app.cache.get(tenantId, 'username-folding', () => app.tenancy.read(tenantId, findUsernameFolding));
