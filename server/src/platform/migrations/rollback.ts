import type pg from 'pg';
import type { DatabaseAddress } from '#platform/db/db';
import releaseList from '../../../migrations/releases.json' with { type: 'json' };
import { lockMigrations, migrationNames, readMigrations, withClient } from './migrate.ts';
import { findStepsDown, stepDown } from './roll-back-steps.ts';

/** The last migration of each release, oldest first. `npm run release` adds a release. */
export const releases: readonly Target[] = releaseList;

/** A release, or a version between two of them, which is named by its last migration. */
export type Target = { version: string; lastMigration: string };

/** The newest release before the one that runs, which is not a release to return to. */
export function findPreviousRelease(running: string): Target | undefined {
  const own = releases.findIndex(({ version }) => version === running);
  return own === -1 ? releases.at(-1) : releases[own - 1];
}

/** Versions with this migration read encrypted secrets. Those before it read them only as plain text. */
const secretsAreSealedFrom = '0078_sealed_tokens.sql';
export const readsSealedSecrets = ({ lastMigration }: Target): boolean => lastMigration >= secretsAreSealedFrom;

/** The version with this last migration, given by its four digits. */
export async function findVersion(digits: string): Promise<Target | undefined> {
  const name = (await migrationNames()).find((one) => one.startsWith(`${digits}_`));
  return name === undefined ? undefined : { version: digits, lastMigration: name };
}

export type RollbackPlan = {
  release: Target;
  /** Applied migrations that the release does not know. Their tables stay. */
  later: string[];
  /** Those of them with steps to take, newest first. */
  steps: string[];
  /** The database has migrations that this version does not know: a newer version must roll them back. */
  unknown: string[];
  /** Users with a second factor, which release 0.1.0 does not ask for. */
  usersWithFactors: number;
  /** Connections of running nodes. */
  nodes: number;
};

async function countNodes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'postern-listen'`,
  );
  return rows[0]?.n ?? 0;
}

async function countUsersWithFactors(client: pg.Client): Promise<number> {
  await client.query('begin');
  await client.query('set local role postern_system');
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from user_traits where has_mfa');
  await client.query('rollback');
  return rows[0]?.n ?? 0;
}

/** What a rollback to this release would do. Changes nothing. */
export async function planRollback(address: DatabaseAddress, release: Target): Promise<RollbackPlan> {
  return withClient(address, async (client) => {
    const known = new Set(await migrationNames());
    const { applied } = await readMigrations(client);
    const later = [...applied.keys()].filter((name) => known.has(name) && name > release.lastMigration).sort();
    return {
      release,
      later,
      steps: await findStepsDown(later, new Set(applied.keys())),
      unknown: [...applied.keys()].filter((name) => name.endsWith('.sql') && !known.has(name)).sort(),
      usersWithFactors: applied.has('0010_user_views.sql') ? await countUsersWithFactors(client) : 0,
      nodes: await countNodes(client),
    };
  });
}

/** Takes the steps down. The tables of later releases stay, so nodes of both releases can run meanwhile. */
export async function rollback(address: DatabaseAddress, { steps }: RollbackPlan): Promise<void> {
  await withClient(address, async (client) => {
    await lockMigrations(client);
    for (const name of steps) {
      await stepDown(client, name);
    }
  });
}
