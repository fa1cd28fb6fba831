import { CreateTenant } from '@postern/contracts/cloud/tenants';
import { managementApiIndicator } from '@postern/contracts/wire';
import { choosePlace, mirrorNow } from '#features/cloud/regions';
import { createTenant, type Deletion, deleteAsOperator, listDeletions } from '#features/cloud/tenants';
import { createLog } from '#platform/observe/log';
import { CliError, type Command, type Input } from './command.ts';
import { withPlatform } from './connect.ts';
import { operateTenantCommands } from './operate-tenant.ts';
import { printTable } from './print-table.ts';

async function create({ text, json, environment, print }: Input): Promise<void> {
  const { name, tag, region: regionName } = text;
  const wanted = CreateTenant.safeParse({ name, tag, regionName });
  if (!wanted.success) {
    const [issue] = wanted.error.issues;
    throw new CliError(`--${String(issue?.path[0]).replace('regionName', 'region')}: ${issue?.message}.`);
  }
  await withPlatform(environment, async ({ config, tenancy, vault, endpointOf }) => {
    if (config.edition === 'oss') {
      throw new CliError('The open-source edition has one tenant. Set EDITION=cloud to create more.');
    }
    const tenant = await tenancy.system(async (db) => {
      const place = await choosePlace(config, db, { ...wanted.data, ownerId: undefined });
      return createTenant(db, vault, { ...wanted.data, ...place }, undefined);
    });
    await mirrorNow({ tenancy, vault, log: createLog('silent') }, tenant.id);
    const endpoint = endpointOf(tenant.id);
    print(
      json
        ? JSON.stringify({ ...tenant, endpoint, resource: managementApiIndicator(tenant.id) })
        : `Created tenant ${tenant.id} at ${endpoint}`,
    );
  });
}

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

const remove = async ({ args: [id = ''], environment, print }: Input): Promise<void> => {
  await withPlatform(environment, ({ tenancy }) => tenancy.system((db) => deleteAsOperator(db, id)));
  print(`Tenant ${id} is deleted. A running server erases its data. See: tenant deletions`);
};

const deletions = ({ json, environment, print }: Input) =>
  withPlatform(environment, async ({ tenancy }) => {
    const known = await tenancy.system(listDeletions);
    const head = ['ID', 'STATE', 'ROWS', 'FILES', 'REQUESTED', 'BY', 'LAST ERROR'];
    print(json ? JSON.stringify(known) : printTable(head, known.map(deletionCells)));
  });

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
  ...operateTenantCommands,
  {
    name: 'tenant delete',
    summary: 'Delete a tenant. Access ends immediately, and all its data is erased.',
    args: ['id'],
    run: remove,
  },
  {
    name: 'tenant deletions',
    summary: 'Show the progress of erasing deleted tenants.',
    hasJson: true,
    run: deletions,
  },
];
