import pg from 'pg';
import { BackupError } from './backup-file.ts';

type Trigger = { table: string; name: string; state: string };

async function listTriggers(client: pg.Client): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select c.relname as table, t.tgname as name, t.tgenabled as state from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgparentid = 0 order by 1, 2`,
  );
  return rows;
}

/**
 * Runs work in a transaction without the triggers of our tables: a backup contains the rows that they write, such as
 * counts, so they would write them a second time. References are still checked. The owner of the tables may do this;
 * `session_replication_role` would need a superuser, whom managed databases do not offer.
 */
export async function withoutTriggers(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const before = await listTriggers(client);
  const tables = [...new Set(before.map(({ table }) => table))];
  const change = async (action: 'disable' | 'enable') => {
    for (const table of tables) {
      await client.query(`alter table ${pg.escapeIdentifier(table)} ${action} trigger user`);
    }
  };
  await change('disable');
  await work();
  await change('enable');
  if (JSON.stringify(await listTriggers(client)) !== JSON.stringify(before)) {
    throw new BackupError('A trigger was switched off before the restore. Switch it on first. Nothing was restored.');
  }
}
