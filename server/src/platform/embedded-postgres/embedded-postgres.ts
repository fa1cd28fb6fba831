import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { choosePlace, findHome, type Place } from './choose-place.ts';
import { type Claim, claimFolder } from './claim-folder.ts';
import { connect, connection } from './connect.ts';
import { createCluster, launch, type Postmaster } from './launch.ts';
import { type Binaries, prepareBinaries } from './prepare-binaries.ts';
import { makePrivate } from './private-folder.ts';
import { removeLeftovers } from './remove-leftovers.ts';

export { FolderInUseError } from './claim-folder.ts';

/** `host` is the folder of the Unix socket. There is no TCP port and no password. */
export type EmbeddedPostgresConnection = { host: string; port: number; user: string; database: string };

export type EmbeddedPostgres = EmbeddedPostgresConnection & { readonly pid: number; stop(): Promise<void> };

type Options = { dataDir: string; log?: (line: string) => void };

/** Starts PostgreSQL as a child process with its cluster in `dataDir`. Throws if another server uses the folder. */
export async function startEmbeddedPostgres({ dataDir, log = () => undefined }: Options): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') throw new Error('The embedded PostgreSQL needs Linux or macOS; set DATABASE_URL');
  await makePrivate(resolve(dataDir), log);
  const folder = await realpath(dataDir);
  const claims = [await claimFolder(folder)];
  try {
    const place = await choosePlace(folder, log);
    // A copied DATA_DIR points to the cluster of the original, so the cluster's folder is claimed too.
    if (dirname(place.home) !== folder) claims.push(await claimFolder(place.home));
    const binaries = await prepareBinaries(place);
    await removeLeftovers(place);
    if (!existsSync(join(place.data, 'PG_VERSION'))) await createCluster(place, binaries);
    return supervise(place, binaries, await launch(place, binaries), claims, log);
  } catch (error) {
    for (const claim of claims.reverse()) claim.release();
    throw error;
  }
}

/** Finds the database of the server that runs on this folder, for commands. */
export async function findEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgresConnection | undefined> {
  const pidFile = join(await findHome(resolve(dataDir)), 'data', 'postmaster.pid');
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const host = lines[SOCKET_LINE];
  if (!host || (await connect(host)) !== 'ready') return undefined;
  return { ...connection, host };
}

// PostgreSQL's miscadmin.h: LOCK_FILE_LINE_SOCKET_DIR is the fifth line.
const SOCKET_LINE = 4;

/** Restarts PostgreSQL after an unexpected exit. The pool reconnects, and no committed data is lost. */
function supervise(
  place: Place,
  binaries: Binaries,
  first: Postmaster,
  claims: Claim[],
  log: (line: string) => void,
): EmbeddedPostgres {
  let postmaster = first;
  let startedAt = Date.now();
  let stopping: Promise<void> | undefined;
  let restarting: Promise<void> | undefined;

  const watch = (watched: Postmaster) =>
    watched.ended.then((how) => {
      if (!stopping) restarting = restart(how);
    });
  const restart = async (how: string) => {
    log(`PostgreSQL ended unexpectedly (${how}); starting it again`);
    if (Date.now() - startedAt < 10_000) await sleep(1000);
    startedAt = Date.now();
    try {
      await removeLeftovers(place);
      postmaster = await launch(place, binaries);
      void watch(postmaster);
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
    }
  };
  const stop = async () => {
    await restarting;
    await postmaster.stop();
    await postmaster.ended;
    for (const claim of claims.reverse()) claim.release();
  };
  void watch(postmaster);

  return {
    ...connection,
    host: place.socket,
    get pid() {
      return postmaster.pid;
    },
    stop: () => (stopping ??= stop()),
  };
}
