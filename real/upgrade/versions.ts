import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The last version with an older schema: the one before the newest migration was added. */
function lastSchema(): string {
  const args = ['log', '-1', '--diff-filter=A', '--format=%h', '--', 'server/migrations/*.sql'];
  return `${execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()}^`;
}

const ref = process.env.POSTERN_UPGRADE_FROM ?? lastSchema();
const folderName = ref.replaceAll(/[^\w.-]/g, '-');

/** A version of the product that can be started. */
export type Version = { name: string; main: string; lastMigration: string };

/** The number of the last migration of a version. */
const lastMigrationIn = (place: string) =>
  readdirSync(join(place, 'server/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1)
    ?.slice(0, 4) ?? '';

export const thisVersion: Version = {
  name: 'new',
  main: join(root, 'server/dist/main.js'),
  lastMigration: lastMigrationIn(root),
};

const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 });

/**
 * The version to upgrade from, from git, with its own packages. `POSTERN_UPGRADE_FROM` is any commit or tag;
 * `POSTERN_UPGRADE_FOLDER` keeps it for the next run.
 */
export function oldVersion(folder: string): Version {
  const place = join(process.env.POSTERN_UPGRADE_FOLDER ?? folder, folderName);
  if (!existsSync(place)) {
    run('git', ['worktree', 'add', '--force', '--detach', place, ref], root);
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], place);
    run(process.execPath, ['scripts/build.mjs'], place);
  }
  const packed = join(place, 'server/dist/main.js');
  return {
    name: 'old',
    main: existsSync(packed) ? packed : join(place, 'server/src/main.ts'),
    lastMigration: lastMigrationIn(place),
  };
}

export function forgetVersions(folder: string): void {
  if (process.env.POSTERN_UPGRADE_FOLDER === undefined) {
    run('git', ['worktree', 'remove', '--force', join(folder, folderName)], root);
  }
}
