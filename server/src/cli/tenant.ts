import { CreateTenant } from '@postern/contracts/tenants';
import { adminTenantId, managementApiIndicator } from '@postern/contracts/wire';
import { createTenant, listAllTenants, setSuspended, type TenantRow } from '#features/tenants';
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

function printTable(tenants: TenantRow[]): string {
  const cells = tenants.map(({ id, name, tag, regionName, planId, isSuspended }) => [
    id,
    isSuspended ? 'suspended' : 'active',
    tag,
    regionName,
    planId,
    name,
  ]);
  const rows = [['ID', 'STATE', 'TAG', 'REGION', 'PLAN', 'NAME'], ...cells];
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
    print(json ? JSON.stringify(tenants) : printTable(tenants));
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
  { name: 'tenant resume', summary: 'Let a suspended tenant work again.', args: ['id'], run: suspend(false) },
];
