import type { ActionType, ErrorPolicy } from '@postern/contracts/sign-in/actions';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export type ActionRow = {
  type: ActionType;
  script: string;
  /** Sealed by the vault, names and values together. */
  sealedVariables: string | null;
  /** Any JSON. */
  contextSample: unknown;
  enabled: boolean | null;
  onExecutionError: ErrorPolicy | null;
  /** New with every change. */
  version: string;
};

const columns = [
  'type',
  'script',
  'environment_variables as sealedVariables',
  'context_sample as contextSample',
  'enabled',
  'on_execution_error as onExecutionError',
  'version',
] as const;

export async function listActions(db: Db): Promise<ActionRow[]> {
  const rows = await db.selectFrom('actions').select(columns).orderBy('type').execute();
  // The table accepts no other values, and the contract validated the samples.
  return rows as ActionRow[];
}

export async function findAction(db: Db, type: ActionType, { isLocked = false } = {}): Promise<ActionRow | undefined> {
  const query = db.selectFrom('actions').select(columns).where('type', '=', type);
  return (await (isLocked ? query.forUpdate() : query).executeTakeFirst()) as ActionRow | undefined;
}

/** Returns true if the row is new. */
export async function upsertAction(db: Db, row: ActionRow): Promise<boolean> {
  const values = {
    script: row.script,
    environment_variables: row.sealedVariables,
    context_sample: row.contextSample === null ? null : JSON.stringify(row.contextSample),
    enabled: row.enabled,
    on_execution_error: row.onExecutionError,
    version: row.version,
  };
  const { isNew } = await db
    .insertInto('actions')
    .values({ type: row.type, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'type']).doUpdateSet(values))
    // xmax is 0 unless the row was updated.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  return isNew;
}

export async function deleteAction(db: Db, type: ActionType): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('actions').where('type', '=', type).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether the script is still the one that ran. It cannot change until the transaction ends. */
export async function isStillCurrent(db: Db, { type, version }: ActionRow): Promise<boolean> {
  const row = await db
    .selectFrom('actions')
    .select('type')
    .where('type', '=', type)
    .where('version', '=', version)
    .where('enabled', '=', true)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
