import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { choosePlace, findHome } from '../embedded-postgres/choose-place.ts';
import { runAs } from '../embedded-postgres/run-as.ts';
import { removeFolder } from './remove-folder.ts';

const newFolder = () => mkdtemp(join(tmpdir(), 'postern-standby-'));

/** Files that belong to the running primary, see "Making an Exclusive Low-Level Backup" in PostgreSQL's manual. */
const isCopied = (path: string) =>
  !/\/(?:postmaster\.(?:pid|opts)|pg_replslot\/.+|pg_wal\/archive_status\/.+)$/.test(path);

/** A copy of the running primary that follows it. */
async function copyToStandby(primary: EmbeddedPostgres, dataDir: string): Promise<string> {
  const folder = await newFolder();
  const place = await choosePlace(await realpath(folder), () => undefined);
  const client = new pg.Client(primary);
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  await cp(join(await findHome(dataDir), 'data'), place.data, { recursive: true, filter: isCopied });
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
  await client.end();
  await writeFile(join(place.data, 'backup_label'), rows[0].labelfile);
  await writeFile(join(place.data, 'standby.signal'), '');
  const { host, port, user } = primary;
  await writeFile(
    join(place.data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user}'\nwal_retrieve_retry_interval = '200ms'\nfsync = off\n`,
  );
  await rm(join(place.data, 'postmaster.pid'), { force: true });
  if (place.account) {
    const { uid, gid } = place.account;
    await runAs(undefined, 'chown', ['-R', `${uid}:${gid}`, place.data]);
  }
  await runAs(undefined, 'chmod', ['-R', 'u=rwX,go=', place.data]);
  return folder;
}

/** A PostgreSQL with a hot standby that follows it. */
export async function startWithStandby() {
  const dataDir = await newFolder();
  const primary = await startEmbeddedPostgres({ dataDir });
  const standbyDir = await copyToStandby(primary, dataDir);
  let standby = await startEmbeddedPostgres({ dataDir: standbyDir });
  return {
    primary,
    standby: () => standby,
    stopStandby: () => standby.stop(),
    async startStandby() {
      standby = await startEmbeddedPostgres({ dataDir: standbyDir });
    },
    async stop() {
      await Promise.all([standby.stop(), primary.stop()]);
      await Promise.all([removeFolder(dataDir), removeFolder(standbyDir)]);
    },
  };
}
