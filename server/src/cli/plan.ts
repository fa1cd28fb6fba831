import { ChangePlan, CreateAgreedPlan } from '@postern/contracts/cloud/operators';
import type { Quota } from '@postern/contracts/quota';
import type { z } from 'zod';
import { changePlan, createAgreedPlan, listAssignablePlans, planChange } from '#features/cloud/operators';
import { asOperator } from './as-operator.ts';
import { CliError, type Command, type Input } from './command.ts';
import { withPlatform } from './connect.ts';
import { change, explained } from './operate-tenant.ts';
import { printTable } from './print-table.ts';

function readQuota(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    throw new CliError('--quota is not valid JSON.');
  }
}

function check<T>(result: z.ZodSafeParseResult<T>): T {
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new CliError(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  return result.data;
}

const limitsOf = (quota: Partial<Quota>) =>
  Object.entries(quota)
    .filter(([, limit]) => limit !== null)
    .map(([key, limit]) => `${key} ${limit}`);

function describeChange({ tenant, before, after, limits }: Awaited<ReturnType<typeof planChange>>): string {
  const listed = limitsOf(limits);
  return printTable(
    ['', ''],
    [
      ['tenant', `${tenant.id} (${tenant.name})`],
      ['plan', `${before.planId} -> ${after.planId}`],
      ['tag', before.tag === after.tag ? after.tag : `${before.tag} -> ${after.tag}, which cannot be undone`],
      ['limits', listed.length > 0 ? listed.join(', ') : 'none: everything is unlimited'],
    ],
  ).trimStart();
}

async function plan(input: Input): Promise<void> {
  const { args, text, flags, environment, print } = input;
  const [id = '', planId = ''] = args;
  const wanted = check(ChangePlan.safeParse({ planId, quota: readQuota(text.quota) }));
  const shown = await withPlatform(environment, ({ tenancy }) =>
    explained(id, () => tenancy.system((db) => planChange(db, id, wanted))),
  );
  print(describeChange(shown));
  if (!flags.has('apply')) {
    print('Nothing was changed. Run it again with --apply.');
    return;
  }
  await change(input, (db, tenantId) => changePlan(db, tenantId, wanted));
  print(`Tenant ${id} has the plan ${shown.after.planId}.`);
}

const listPlans = ({ json, environment, print }: Input) =>
  withPlatform(environment, async ({ tenancy }) => {
    const plans = await tenancy.system((db) => listAssignablePlans(db));
    const cells = plans.map(({ id, name, isAgreed, tenants, quota }) => [
      id,
      isAgreed ? 'agreed' : 'built-in',
      String(tenants),
      name,
      limitsOf(quota).join(', ') || 'unlimited',
    ]);
    print(json ? JSON.stringify(plans) : printTable(['ID', 'KIND', 'TENANTS', 'NAME', 'LIMITS'], cells));
  });

async function createPlan({ args: [id = ''], text, json, environment, print }: Input): Promise<void> {
  const wanted = check(CreateAgreedPlan.safeParse({ id, name: text.name, quota: readQuota(text.quota) }));
  const made = await withPlatform(environment, ({ tenancy }) =>
    asOperator(() => tenancy.system((db) => createAgreedPlan(db, wanted))),
  );
  print(
    json
      ? JSON.stringify(made)
      : `Created plan ${id}. Limits: ${limitsOf(made.quota).join(', ') || 'none, everything is unlimited'}.`,
  );
}

/** The plans of the cloud edition, and which one a tenant has. */
export const planCommands: Command[] = [
  {
    name: 'tenant plan',
    summary: 'Change the plan of a tenant. Without --apply, only show what would change.',
    args: ['id', 'plan'],
    options: { quota: { value: 'JSON' } },
    flags: ['apply'],
    details: 'The plan must exist: see plan list. Only a tenant with an agreed plan can have a quota of its own.',
    run: plan,
  },
  { name: 'plan list', summary: 'List the plans that can be assigned to tenants.', hasJson: true, run: listPlans },
  {
    name: 'plan create',
    summary: 'Create an agreed plan of a customer.',
    args: ['id'],
    options: { name: { value: 'TEXT' }, quota: { value: 'JSON' } },
    hasJson: true,
    details: 'Limits that the quota does not name are unlimited.',
    run: createPlan,
  },
];
