import { countSealedSettings, unsealSettings } from '#features/operations/vault';
import { version as runningVersion } from '#platform/config/version';
import {
  findPreviousRelease,
  findVersion,
  planRollback,
  type RollbackPlan,
  readsSealedSecrets,
  releases,
  rollback,
  type Target,
} from '#platform/migrations/rollback';
import { sealedColumns } from '../features/index.ts';
import { CliError, type Command, type Input } from './command.ts';
import { withChosenDatabase, withPlatform } from './connect.ts';

const backup = 'The way back is the backup from before the upgrade: see docs/operations.md.';

/** The secrets are in the databases of all regions; with `--region` only the tables of that region are changed. */
async function readSecrets(
  { environment, text }: Input,
  target: Target,
): Promise<{ changed: number; unreadable: number }> {
  if (text.region || readsSealedSecrets(target)) {
    return { changed: 0, unreadable: 0 };
  }
  return withPlatform(environment, ({ tenancy, vault }) =>
    countSealedSettings({ tenancy, vault, sealed: sealedColumns }),
  );
}

/** The version to return to. Without a name, the release before the one that runs the command. */
export async function requireTarget(version: string | undefined, running = runningVersion): Promise<Target> {
  const release =
    version === undefined ? findPreviousRelease(running) : releases.find((one) => one.version === version);
  if (version === undefined && !release) {
    throw new CliError(
      `There is no release before ${running}, which runs this command. Name the version to return to with --to.`,
    );
  }
  const target = release ?? (/^\d{4}$/.test(version ?? '') ? await findVersion(version ?? '') : undefined);
  if (!target) {
    throw new CliError(
      `--to: there is no release ${version}. Releases: ${releases.map((one) => one.version).join(', ')}. For a version between releases, give the number of its last migration.`,
    );
  }
  return target;
}

function printPlan(
  { release, later, steps, usersWithFactors }: RollbackPlan,
  secrets: number,
  print: Input['print'],
): void {
  print(`Back to release ${release.version}: ${later.length} later migrations stay. It runs on their tables.`);
  for (const name of steps) {
    print(`  steps back of ${name}`);
  }
  if (secrets > 0) {
    print(`  ${secrets} encrypted secrets become plain text, because release ${release.version} cannot read them`);
  }
  print(
    'Data that only later releases know is kept, but not used: settings, limits and sign-in methods of later releases.',
  );
  if (usersWithFactors > 0 && !readsSealedSecrets(release)) {
    print(`${usersWithFactors} users have a second factor. Release ${release.version} does not ask for it.`);
  }
}

/** Reasons why nothing can be done, before anything happens. */
function refuse(plan: RollbackPlan, secrets: { changed: number; unreadable: number }): void {
  if (plan.unknown.length > 0) {
    throw new CliError(
      `A newer version has migrated this database: ${plan.unknown.join(', ')}. Roll back with that version.`,
    );
  }
  if (secrets.unreadable > 0) {
    throw new CliError(
      `${secrets.unreadable} secrets open with none of the keys of the vault, so they cannot be made readable. ${backup}`,
    );
  }
  if (secrets.changed > 0 && plan.nodes > 0) {
    throw new CliError(
      `Secrets are encrypted since the upgrade is more than a day old. Stop all nodes first: they would encrypt them again.`,
    );
  }
}

export const rollbackCommand: Command = {
  name: 'db rollback',
  summary: 'Prepare the database for the previous release. Without --apply, only show what would be done.',
  options: { to: { value: 'VERSION' }, region: { value: 'R' } },
  flags: ['apply'],
  details: `Without --to, the previous release is the one before the release that runs this command, if there is one.
Run it with the new release, then replace the nodes by those of the previous one. Tables stay as they are, so
nothing is lost that the previous release knows. In the first day after an upgrade, nodes can run meanwhile.`,
  async run(input) {
    const { environment, text, flags, print } = input;
    const release = await requireTarget(text.to);
    await withChosenDatabase(input, async (address) => {
      const plan = await planRollback(address, release);
      if (plan.later.length === 0) {
        print(`The database has no migrations after release ${release.version}.`);
        return;
      }
      const secrets = await readSecrets(input, release);
      printPlan(plan, secrets.changed, print);
      refuse(plan, secrets);
      if (!flags.has('apply')) {
        print('Nothing was changed. Run it again with --apply.');
        return;
      }
      if (!text.region && !readsSealedSecrets(release)) {
        await withPlatform(environment, ({ tenancy, vault }) =>
          unsealSettings({ tenancy, vault, sealed: sealedColumns }),
        );
      }
      await rollback(address, plan);
      print(`Done. Start release ${release.version} now. Starting this release again upgrades again.`);
    });
  },
};
