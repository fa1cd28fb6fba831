import { type Expected, type Finding, listLoggedTenants, type Verification, verifyLogs } from '#features/records/audit';
import { CliError, type Command, type Input } from './command.ts';
import { type Platform, requireTenant, withPlatform } from './connect.ts';

function describe(finding: Finding): string {
  switch (finding.kind) {
    case 'changed':
      return `Entry ${finding.seq} (${finding.id}) was changed.`;
    case 'removed':
      return finding.from === finding.to
        ? `Entry ${finding.from} was removed.`
        : `Entries ${finding.from} to ${finding.to} were removed.`;
    case 'inserted':
      return `Entry ${finding.id} was inserted${finding.seq === null ? '' : ` at ${finding.seq}`}.`;
    case 'rewritten':
      return finding.part === 'head'
        ? 'The end of the chain was rewritten, or the key of this installation is another one.'
        : 'The start of the chain was rewritten, or the key of this installation is another one.';
    case 'headRemoved':
      return 'The end of the chain was removed, but entries of the chain exist.';
    case 'forked':
      return `Entry ${finding.seq} is not the expected one: the database was restored or the chain was replaced.`;
  }
}

function readExpected(text: string | undefined): Expected | undefined {
  const match = /^(\d{1,15}):([\da-f]{64})$/.exec(text ?? '');
  if (text !== undefined && !match) {
    throw new CliError('--expect must be a number and a hash as the command prints them, such as 42:9f86….');
  }
  return match ? { seq: Number(match[1]), hash: match[2] ?? '' } : undefined;
}

/** Tenants of the home database and of the databases of reachable regions. */
async function tenantsOf({ tenancy }: Platform): Promise<string[]> {
  const lists = [undefined, ...tenancy.reachable()].map((region) => tenancy.system(listLoggedTenants, region));
  // The home database also lists the tenants of regions.
  return [...new Set((await Promise.all(lists)).flat())];
}

async function verify({ text, json, environment, print }: Input): Promise<void> {
  const expected = readExpected(text.expect);
  if (expected && !text.tenant) {
    throw new CliError('--expect needs --tenant.');
  }
  await withPlatform(environment, async (platform) => {
    const { tenancy, vault } = platform;
    if (text.tenant) {
      await requireTenant(platform, text.tenant);
    }
    const results: ({ tenantId: string } & Verification)[] = [];
    for (const tenantId of text.tenant ? [text.tenant] : await tenantsOf(platform)) {
      const result = await verifyLogs({ tenancy, vault }, tenantId, expected);
      if (!result && expected) {
        throw new CliError(`${tenantId}: the audit log has no chain, but one was expected.`);
      }
      if (result) {
        results.push({ tenantId, ...result });
      } else if (!json) {
        print(`${tenantId}: no entries yet`);
      }
    }
    if (json) {
      print(JSON.stringify(results));
    }
    for (const { tenantId, entries, head, findings, unsealed } of json ? [] : results) {
      print(`${tenantId}: ${entries} entries verified, ${findings.length} problems, head ${head.seq}:${head.hash}`);
      for (const finding of findings) {
        print(`  ${describe(finding)}`);
      }
      if (unsealed) {
        print(
          `  No seal protects the entries ${unsealed.from} to ${unsealed.to}: they were written before the key was set, or the chain was changed in the database.`,
        );
      }
    }
    if (!json && results.some(({ isSealChecked }) => !isSealChecked)) {
      print('The seals were not checked, because SECRET_VAULT_KEK is not set here.');
    }
    const broken = results.filter(({ findings }) => findings.length > 0).map(({ tenantId }) => tenantId);
    if (broken.length > 0) {
      throw new CliError(`The audit log was tampered with: ${broken.join(', ')}.`);
    }
  });
}

export const auditCommands: Command[] = [
  {
    name: 'audit verify',
    summary: 'Verify that no entry of the audit log was removed, changed or inserted.',
    options: { tenant: { value: 'T' }, expect: { value: 'SEQ:HASH' } },
    hasJson: true,
    details: `Prints the head of each chain. Keep it outside the database and pass it with --expect the next time:
only this finds a database that was replaced by an older copy. Exits with 1 if anything is wrong.`,
    run: verify,
  },
];
