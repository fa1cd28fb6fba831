import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, readFile, rename, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Account, pickAccount, runAs } from './run-as.ts';

/**
 * The location and the account of the cluster. The account owns only `data` and `socket`; this process owns the rest.
 */
export type Place = {
  home: string;
  data: string;
  socket: string;
  log: string;
  account: Account | undefined;
};

const isRoot = () => process.getuid?.() === 0;

/**
 * Inside DATA_DIR if the account can enter it. If only root can (such as a home of mode 700), the cluster is created
 * elsewhere, and DATA_DIR gets a pointer to it.
 */
export async function choosePlace(dataDir: string, log: (line: string) => void): Promise<Place> {
  const inside = join(dataDir, 'postgres');
  if (!isRoot()) return preparePlace(inside, await checkOwner(inside));

  const pointer = join(dataDir, 'postgres-location');
  const recorded = await readPointer(pointer);
  if (recorded) return preparePlace(recorded, await accountOf(recorded));

  const account = await accountOf(inside);
  await mkdir(inside, { recursive: true });
  await chmod(inside, 0o755);
  if (await letsIn(inside, account)) return preparePlace(inside, account);
  if (await grantGroupAccess(dataDir, account)) return preparePlace(inside, account);
  if (existsSync(join(inside, 'data'))) throw new Error(unreachable(inside, account));
  await rmdir(inside);

  const home = await makeHomeElsewhere(dataDir, account, log);
  await writeFile(`${pointer}.new`, `${home}\n`, { mode: 0o600 });
  await rename(`${pointer}.new`, pointer);
  return preparePlace(home, account);
}

/** The location of an existing cluster, for callers that only connect to it. */
export async function findHome(dataDir: string): Promise<string> {
  return (await readText(join(dataDir, 'postgres-location'))) ?? join(dataDir, 'postgres');
}

async function preparePlace(home: string, account: Account | undefined): Promise<Place> {
  const place = {
    home,
    data: join(home, 'data'),
    socket: socketFolder(home),
    log: join(home, 'postgres.log'),
    account,
  };
  if (!account) await mkdir(home, { recursive: true, mode: 0o700 });
  await preparePrivate(place.socket, account);
  if (account && existsSync(place.data)) await changeOwner(place.data, account);
  return place;
}

// sockaddr_un holds 108 bytes on Linux and 104 on macOS, including the terminating zero.
const LONGEST_SOCKET_PATH = 103;

function socketFolder(home: string): string {
  const inside = join(home, 'socket');
  const fits = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH;
  if (fits(inside)) return inside;
  const name = `postern-${shortHash(home)}`;
  return fits(join(tmpdir(), name)) ? join(tmpdir(), name) : join('/tmp', name);
}

/** The socket has no password, so the 0700 folder is its only protection: never accept a folder of another user. */
async function preparePrivate(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const owner = account?.uid ?? process.getuid?.();
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.getuid?.()))
    throw new Error(`${folder} belongs to another user; remove it`);
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
}

async function checkOwner(home: string): Promise<undefined> {
  const owner = await ownerOf(join(home, 'data'));
  if (owner && owner.uid !== process.getuid?.())
    throw new Error(`The database in ${home} belongs to uid ${owner.uid}; start Postern as that user or as root`);
}

/** A cluster keeps its user, even if passwd gets other users later. */
async function accountOf(home: string): Promise<Account> {
  const owner = await ownerOf(join(home, 'data'));
  return owner && owner.uid !== 0 ? { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid } : pickAccount();
}

const ownerOf = (path: string) => stat(path).catch(() => undefined);

/** Tests access as the account instead of reading mode bits, because access lists and mounts matter too. */
const letsIn = async (folder: string, account: Account) =>
  (await runAs(account, '/bin/sh', ['-c', 'test -x "$0"', folder])).ok;

/** If only DATA_DIR itself (0700, as mkdtemp creates it) blocks the account, give access to the account's group. */
async function grantGroupAccess(dataDir: string, account: Account): Promise<boolean> {
  const { uid, mode } = await stat(dataDir);
  // A copy made by root gives access to the group of root.
  const isOnlyOwners = (mode & 0o067) === 0;
  if (!isOnlyOwners || !(await letsIn(dirname(dataDir), account))) return false;
  await chown(dataDir, uid, account.gid);
  await chmod(dataDir, 0o710);
  return letsIn(join(dataDir, 'postgres'), account);
}

export const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Folders for files that cannot be inside `folder`. For a temporary folder: one that the system cleans up. */
export const foldersBeside = (folder: string): string[] =>
  folder.startsWith(join(tmpdir(), '/')) ? [tmpdir()] : ['/var/lib', '/var/tmp', tmpdir()];

async function makeHomeElsewhere(dataDir: string, account: Account, log: (line: string) => void): Promise<string> {
  for (const parent of foldersBeside(dataDir)) {
    const home = join(parent, `postern-${shortHash(dataDir)}`);
    try {
      await setAside(home, log);
      // Not recursive: in a world-writable folder, this must fail if another user has created it.
      await mkdir(home);
      await chmod(home, 0o755);
      if (await letsIn(home, account)) return home;
      await rmdir(home);
    } catch {
      // Missing, read-only, or owned by another user: try the next one.
    }
  }
  throw new Error(unreachable(dataDir, account));
}

/** DATA_DIR was removed and created again: start empty, but never delete a database without a request to do so. */
async function setAside(home: string, log: (line: string) => void): Promise<void> {
  if (!existsSync(home)) return;
  if ((await readdir(home)).length === 0) return rmdir(home);
  const aside = `${home}.${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  await rename(home, aside);
  log(`An older database of this folder was moved to ${aside}`);
}

const readText = (path: string) =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );

async function readPointer(pointer: string): Promise<string | undefined> {
  const home = await readText(pointer);
  if (home && !existsSync(home))
    throw new Error(
      `${pointer} says that the database is in ${home}, which does not exist. Put it back, or delete ${pointer} to begin with an empty database`,
    );
  return home;
}

const unreachable = (folder: string, account: Account) =>
  `PostgreSQL refuses to run as root, and ${account.name} may not enter ${folder}; move DATA_DIR, start Postern as another user, or set DATABASE_URL`;

/** A cluster that root copied or restored belongs to root, and PostgreSQL only accepts its own files. */
async function changeOwner(folder: string, account: Account): Promise<void> {
  if ((await stat(folder)).uid === account.uid) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), account.uid, account.gid);
  // Last, so that an interrupted run starts over.
  await chown(folder, account.uid, account.gid);
}
