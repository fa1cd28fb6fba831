import {
  type OperatedTenant,
  type OperatedTenantDetails,
  SuspendTenant,
  TenantFilter,
} from '@postern/contracts/cloud/operators';
import { getDetails, listOperated, resumeTenant, suspendTenant, toOperated } from '#features/cloud/operators';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { createLog } from '#platform/observe/log';
import { asOperator, commandLine } from './as-operator.ts';
import { CliError, type Command, type Input } from './command.ts';
import { type Platform, withPlatform } from './connect.ts';
import { printTable } from './print-table.ts';

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

const cellsOf = ({ id, state, tag, regionName, planId, usage, owner, name }: OperatedTenant) => [
  id,
  state,
  tag,
  regionName,
  planId,
  String(usage.activeUsers),
  owner?.primaryEmail ?? owner?.username ?? '',
  name,
];

/** No paging on the command line. */
const most = 1_000_000;

async function list({ text, json, environment, print }: Input): Promise<void> {
  const { search: q, plan: planId, status: state } = text;
  const filter = TenantFilter.safeParse({ q, planId, state, sort: 'createdAt' });
  if (!filter.success) {
    throw new CliError('--status must be active, suspended or overdue.');
  }
  await withPlatform(environment, async ({ tenancy }) => {
    const rows = await tenancy.system((db) =>
      listOperated(db, { ...filter.data, includesAdmin: true }, { limit: most, offset: 0 }),
    );
    const tenants = rows.map(toOperated);
    const head = ['ID', 'STATE', 'TAG', 'REGION', 'PLAN', 'ACTIVE', 'OWNER', 'NAME'];
    print(json ? JSON.stringify(tenants) : printTable(head, tenants.map(cellsOf)));
  });
}

const ofLimit = (used: number, limit: number | null) => (limit === null ? String(used) : `${used} of ${limit}`);

function describe(tenant: OperatedTenantDetails): string {
  const { usage, quota, counts, subscription, members, suspensions } = tenant;
  const facts = [
    ['id', tenant.id],
    ['name', tenant.name],
    ['state', tenant.state],
    ['tag', tenant.tag],
    ['region', tenant.regionName],
    ['plan', `${tenant.planId} (${subscription.status})`],
    ['agreed', tenant.agreedQuota ? JSON.stringify(tenant.agreedQuota) : '-'],
    ['created', isoDay(tenant.createdAt)],
    ['active users', ofLimit(usage.activeUsers, quota.mauLimit)],
    ['tokens', ofLimit(usage.tokens, quota.tokenLimit)],
    ...Object.entries(counts ?? {}).map(([name, count]) => [name, String(count)]),
  ];
  const people = members.map(({ id, username, primaryEmail, roles }) => [
    id,
    roles.join(', '),
    primaryEmail ?? username ?? '',
  ]);
  const times = suspensions.map(({ suspendedAt, resumedAt, suspendedBy, reason }) => [
    isoDay(suspendedAt),
    resumedAt === null ? '' : isoDay(resumedAt),
    suspendedBy,
    reason,
  ]);
  return [
    printTable(['', ''], facts).trimStart(),
    printTable(['MEMBER', 'ROLES', 'EMAIL'], people),
    ...(times.length > 0 ? [printTable(['SUSPENDED', 'RESUMED', 'BY', 'REASON'], times)] : []),
  ].join('\n\n');
}

const toStderr = { write: (line: string) => void process.stderr.write(line) };

const detailsOf = ({ tenancy }: Platform, id: string) => getDetails({ tenancy, log: createLog('warn', toStderr) }, id);

/** An unknown tenant is named in the message. */
export async function explained<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError && error.code === 'entity.not_found'
      ? new CliError(`There is no tenant ${id}.`)
      : error;
  }
}

const show = ({ args: [id = ''], json, environment, print }: Input) =>
  withPlatform(environment, async (platform) => {
    const tenant = await explained(id, () => detailsOf(platform, id));
    print(json ? JSON.stringify(tenant) : describe(tenant));
  });

export async function change({ args: [id = ''], environment }: Input, work: (db: Db, id: string) => Promise<void>) {
  await withPlatform(environment, ({ tenancy }) =>
    explained(id, () => asOperator(() => tenancy.system((db) => work(db, id)))),
  );
  return id;
}

async function suspend(input: Input): Promise<void> {
  const wanted = SuspendTenant.safeParse({ reason: input.text.reason });
  if (!wanted.success) {
    throw new CliError('--reason must have 1 to 256 characters.');
  }
  const id = await change(input, (db, tenantId) => suspendTenant(db, tenantId, wanted.data.reason, commandLine));
  input.print(`Tenant ${id} is suspended.`);
}

async function resume(input: Input): Promise<void> {
  const id = await change(input, (db, tenantId) => resumeTenant(db, tenantId, commandLine));
  input.print(`Tenant ${id} is active.`);
}

/** The same operations as the operator pages of the console. */
export const operateTenantCommands: Command[] = [
  {
    name: 'tenant list',
    summary: 'List tenants, oldest first.',
    options: {
      search: { value: 'TEXT' },
      plan: { value: 'ID' },
      status: { value: 'active|suspended|overdue' },
    },
    hasJson: true,
    details: 'The search covers IDs, names and the email addresses of administrators.',
    run: list,
  },
  {
    name: 'tenant show',
    summary: 'Show members, plan, usage and suspensions of a tenant.',
    args: ['id'],
    hasJson: true,
    run: show,
  },
  {
    name: 'tenant suspend',
    summary: 'Suspend a tenant. Its sign-ins and API calls are refused immediately.',
    args: ['id'],
    options: { reason: { value: 'TEXT', isRequired: true } },
    run: suspend,
  },
  { name: 'tenant resume', summary: 'Resume a suspended tenant.', args: ['id'], run: resume },
];
