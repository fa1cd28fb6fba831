import { adminTenantId, defaultTenantId } from '@postern/contracts/wire';
import { configSealer } from '#features/messages/connectors';
import { readVariable } from '#platform/config/read-files';
import { createEgress, type Egress } from '#platform/egress/egress';
import { createLog } from '#platform/observe/log';
import { asOperator } from '../as-operator.ts';
import { CliError, type Input } from '../command.ts';
import { type Platform, requireTenant, withPlatform } from '../connect.ts';
import { printTable } from '../print-table.ts';
import { importUsers } from './import-users.ts';
import type { Model } from './model.ts';
import { makePlan } from './plan.ts';
import { kinds, type Plan } from './planned.ts';
import { readTarget } from './read-target.ts';
import { writeSettings } from './write-settings.ts';

const requestTimeoutMs = 60_000;

export type Opened = { input: Input; egress: Egress };
/** Opens a source for the duration of the work. */
export type OpenModel = (opened: Opened, work: (model: Model) => Promise<void>) => Promise<void>;

function describe(plan: Plan): { counts: Plan['counts']; notImported: ReturnType<Plan['misfits']['listed']> } {
  return { counts: plan.counts, notImported: plan.misfits.listed() };
}

function printPlan({ json, print }: Input, plan: Plan, isDryRun: boolean): void {
  if (json) {
    print(JSON.stringify({ isDryRun, ...describe(plan) }));
    return;
  }
  const rows = kinds.map((kind) => [kind, String(plan.counts[kind].created), String(plan.counts[kind].existing)]);
  print(printTable(['KIND', isDryRun ? 'NEW' : 'IMPORTED', 'EXISTING'], rows));
  const misfits = plan.misfits.listed();
  print(misfits.length === 0 ? 'Everything fits.' : 'What does not fit:');
  for (const { kind, name, reason } of misfits) {
    print(`- ${kind} ${name}: ${reason}`);
  }
  for (const [kind, count] of plan.misfits.unlisted()) {
    print(`- ${count} more problems of the kind ${kind}`);
  }
}

async function run(platform: Platform, input: Input, model: Model, egress: Egress): Promise<void> {
  const { tenancy, vault } = platform;
  const tenantId = input.text.tenant ?? defaultTenantId;
  if (tenantId === adminTenantId) {
    throw new CliError('The admin tenant contains the administrators of this installation. Import to another tenant.');
  }
  await requireTenant(platform, tenantId);
  const isDryRun = input.flags.has('dry-run');
  const sealer = configSealer({ vault, log: createLog('silent') }, tenantId);
  const target = await tenancy.read(tenantId, (db) => readTarget(db, sealer, model));
  const plan = await makePlan({ egress, vault }, tenantId, model, target);
  const host = new URL(platform.endpointOf(tenantId)).hostname;
  const progress = (line: string) => (input.json ? undefined : input.print(line));
  // Reads the whole source before the first change.
  await importUsers({ platform, tenantId, model, plan, isDryRun: true }, progress);
  if (!isDryRun) {
    await asOperator(async () => {
      await tenancy.write(tenantId, (db) => writeSettings(db, { vault, sealer, tenantId, host }, plan));
      await importUsers({ platform, tenantId, model, plan, isDryRun: false }, progress);
    });
  }
  printPlan(input, plan, isDryRun);
}

/** Imports what another product has into a tenant. */
export async function runImport(input: Input, open: OpenModel): Promise<void> {
  await withPlatform(input.environment, async (platform) => {
    const { config } = platform;
    if (config.edition === 'cloud' && !input.text.tenant) {
      throw new CliError('--tenant is missing. Name the tenant that receives the data.');
    }
    const egress = createEgress({ allowPrivate: config.allowPrivateEgress, timeoutMs: requestTimeoutMs });
    await open({ input, egress }, (model) => run(platform, input, model, egress));
  });
}

/** The token for the API of the source. The environment keeps it out of the list of processes. */
export function readToken({ text, environment }: Input): string {
  const token = text.token ?? readVariable(environment, 'IMPORT_TOKEN');
  if (!token || !/^[\x21-\x7e]+$/.test(token)) {
    throw new CliError('--url needs a token: add --token, or set IMPORT_TOKEN.');
  }
  return token;
}

/** Exactly one of the options that name a source. */
export function chooseSource<Name extends string>(
  { text }: Input,
  names: readonly Name[],
): { by: Name; value: string } {
  const [found, ...more] = names.flatMap((by) => (text[by] ? [{ by, value: text[by] }] : []));
  if (!found || more.length > 0) {
    throw new CliError(`Name the source with one of ${names.map((name) => `--${name}`).join(', ')}.`);
  }
  return found;
}
