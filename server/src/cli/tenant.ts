import { CreateTenant } from '@postern/contracts/tenants';
import { adminTenantId, managementApiIndicator } from '@postern/contracts/wire';
import {
  createTenant,
  type Deletion,
  deleteAsOperator,
  listAllTenants,
  listDeletions,
  setSuspended,
  type TenantRow,
} from '#features/tenants';
import { CliError, type Command, type Input } from './command.ts';
import { withPlatform } from './connect.ts';

async function create({ text, json, environment, print }: Input): Promise<void> {
  const { name, tag, region: regionName } = text;
  const wanted = CreateTenant.safeParse({ name, tag, regionName });
  if (!wanted.success) {
    const [issue] = wanted.error.issues;
    throw new CliError(`--${String(issue?.path[0]).replace('regionName', 'region')}: ${issue?.message}.`);
  }
  await withPlatform(environment, async ({ config, tenancy, endpointOf }) => {
    if (config.edition === 'oss') {
      throw new CliError('The open-source edition has one tenant. Set EDITION=cloud to create more.');
    }
    const tenant = await tenancy.system((db) => createTenant(db, wanted.data, undefined));
    const endpoint = endpointOf(tenant.id);
    print(
      json
        ? JSON.stringify({ ...tenant, endpoint, resource: managementApiIndicator(tenant.id) })
        : `Created tenant ${tenant.id} at ${endpoint}`,
    );
  });
}

const tenantCells = ({ id, name, tag, regionName, planId, isSuspended }: TenantRow) => [
  id,
  isSuspended ? 'suspended' : 'active',
  tag,
  regionName,
  planId,
  name,
];

function stateOf({ finishedAt, attempts, rowsTotal }: Deletion): string {
  if (finishedAt !== null) {
    return 'erased';
  }
  if (attempts > 0) {
    return `failing (${attempts})`;
  }
  return rowsTotal === null ? 'waiting' : 'erasing';
}

const deletionCells = (deletion: Deletion) => [
  deletion.id,
  stateOf(deletion),
  `${deletion.rowsErased}/${deletion.rowsTotal ?? '?'}`,
  String(deletion.filesErased),
  new Date(deletion.requestedAt).toISOString(),
  deletion.requestedBy,
  deletion.lastError ?? '',
];

function printTable(head: string[], cells: string[][]): string {
  const rows = [head, ...cells];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const list = ({ json, environment, print }: Input) =>
  withPlatform(environment, async ({ tenancy }) => {
    const tenants = await tenancy.system(listAllTenants);
    const head = ['ID', 'STATE', 'TAG', 'REGION', 'PLAN', 'NAME'];
    print(json ? JSON.stringify(tenants) : printTable(head, tenants.map(tenantCells)));
  });

const remove = async ({ args: [id = ''], environment, print }: Input): Promise<void> => {
  await withPlatform(environment, ({ tenancy }) => tenancy.system((db) => deleteAsOperator(db, id)));
  print(`Tenant ${id} is deleted. Its data is erased by a running server; see: tenant deletions`);
};

const deletions = ({ json, environment, print }: Input) =>
  withPlatform(environment, async ({ tenancy }) => {
    const known = await tenancy.system(listDeletions);
    const head = ['ID', 'STATE', 'ROWS', 'FILES', 'REQUESTED', 'BY', 'LAST ERROR'];
    print(json ? JSON.stringify(known) : printTable(head, known.map(deletionCells)));
  });

const suspend =
  (isSuspended: boolean) =>
  async ({ args: [id = ''], environment, print }: Input): Promise<void> => {
    if (id === adminTenantId) {
      throw new CliError('The admin tenant cannot be suspended: everybody signs in to the console through it.');
    }
    await withPlatform(environment, async ({ tenancy }) => {
      if (!(await tenancy.system((db) => setSuspended(db, id, isSuspended)))) {
        throw new CliError(`There is no tenant ${id}.`);
      }
    });
    print(`Tenant ${id} is ${isSuspended ? 'suspended' : 'active'}.`);
  };

export const tenantCommands: Command[] = [
  {
    name: 'tenant create',
    summary: 'Create a tenant (cloud edition).',
    options: {
      name: { value: 'N', isRequired: true },
      tag: { value: 'development|production' },
      region: { value: 'EU|US|AU|JP' },
    },
    hasJson: true,
    run: create,
  },
  { name: 'tenant list', summary: 'List all tenants, oldest first.', hasJson: true, run: list },
  {
    name: 'tenant suspend',
    summary: 'Refuse sign-ins and API calls of a tenant.',
    args: ['id'],
    run: suspend(true),
  },
  {
    name: 'tenant delete',
    summary: 'End access to a tenant at once and erase everything it holds.',
    args: ['id'],
    run: remove,
  },
  {
    name: 'tenant deletions',
    summary: 'How far the erasing of deleted tenants is.',
    hasJson: true,
    run: deletions,
  },
  { name: 'tenant resume', summary: 'Let a suspended tenant work again.', args: ['id'], run: suspend(false) },
];
