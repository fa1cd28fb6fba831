import { namedSecretTypes } from '@postern/contracts/access/applications';
import type { LogtoData } from './logto.ts';
import type { Misfit, SourceUser } from './model.ts';
import { all, type Paging, type Source } from './open-source.ts';
import { type Item, isMasked, item, items, required, text } from './read-fields.ts';

const pageSize = 100;

/** Lists with pages have the header Total-Number. */
export const logtoPaging: Paging = {
  first: () => ({ page: '1', page_size: String(pageSize) }),
  next: ({ number, items: found, hasTotal }) =>
    hasTotal && found.length === pageSize ? { page: String(number + 1), page_size: String(pageSize) } : undefined,
  items: (body) => (Array.isArray(body) ? items(body) : undefined),
};

const idOf = (row: Item, kind: string) => required(row, 'id', kind);
const bearsSecrets = ({ type }: Item) => namedSecretTypes.some((one) => one === type);
const namesOf = (rows: Item[]) => rows.flatMap(({ name }) => text(name) ?? []);

/** Lists that the import leaves out, with what to do about them. */
const leftOut: [path: string, kind: string, reason: string][] = [
  ['sso-connectors', 'enterprise connector', 'Set up enterprise SSO again: the identity provider needs new addresses.'],
  ['hooks', 'webhook', 'Create it in the console. It gets a new signing key.'],
];

async function readLeftOut(source: Source): Promise<Misfit[]> {
  const misfits: Misfit[] = [];
  for (const [path, kind, reason] of leftOut) {
    for await (const row of source.list(path)) {
      misfits.push({ kind, name: text(row.connectorName) ?? text(row.name) ?? text(row.id) ?? '', reason });
    }
  }
  return misfits;
}

/** Reads the management API, or its answers in a folder. */
export async function readLogtoApi(source: Source): Promise<LogtoData> {
  const applications: LogtoData['applications'] = [];
  for (const row of await all(source.list('applications', { isRequired: true }))) {
    const id = idOf(row, 'an application');
    applications.push({
      row,
      // The API rejects both for other types.
      secrets: bearsSecrets(row) ? await all(source.list(`applications/${id}/secrets`)) : [],
      roles: row.type === 'MachineToMachine' ? namesOf(await all(source.list(`applications/${id}/roles`))) : [],
    });
  }
  const resourceRows = await all(source.list('resources', { query: { includeScopes: 'true' } }));
  const indicators = new Map(resourceRows.map(({ id, indicator }) => [text(id) ?? '', text(indicator) ?? '']));
  const roles: LogtoData['roles'] = [];
  const rolesOf = new Map<string, string[]>();
  for (const row of await all(source.list('roles'))) {
    const id = idOf(row, 'a role');
    const scopes = await all(source.list(`roles/${id}/scopes`));
    roles.push({
      row,
      scopes: scopes.map((scope) => ({
        indicator: text(item(scope.resource).indicator) ?? indicators.get(text(scope.resourceId) ?? '') ?? '',
        name: required(scope, 'name', 'a permission'),
      })),
    });
    const name = required(row, 'name', 'a role');
    if (row.type !== 'MachineToMachine') {
      for await (const user of source.list(`roles/${id}/users`)) {
        const userId = idOf(user, 'a user');
        rolesOf.set(userId, [...(rolesOf.get(userId) ?? []), name]);
      }
    }
  }
  const organizations = await all(source.list('organizations'));
  const membershipsOf = new Map<string, SourceUser['memberships']>();
  for (const row of organizations) {
    const organization = idOf(row, 'an organization');
    for await (const user of source.list(`organizations/${organization}/users`)) {
      const userId = idOf(user, 'a user');
      const membership = { organization, roles: namesOf(items(user.organizationRoles)) };
      membershipsOf.set(userId, [...(membershipsOf.get(userId) ?? []), membership]);
    }
  }
  const organizationRoles = await all(source.list('organization-roles'));
  const reason = 'The management API does not return password digests. Import with --database to keep passwords.';
  return {
    applications,
    resources: resourceRows.map((row) => ({ row, scopes: items(row.scopes) })),
    roles,
    organizationScopes: await all(source.list('organization-scopes')),
    organizationRoles: organizationRoles.map((row) => ({
      row,
      organizationScopes: namesOf(items(row.scopes)),
      scopes: items(row.resourceScopes).map((scope) => ({
        indicator: indicators.get(text(item(scope.resource).id) ?? '') ?? '',
        name: required(scope, 'name', 'a permission'),
      })),
    })),
    organizations,
    connectors: await all(source.list('connectors')),
    experience: await source.one('sign-in-exp'),
    misfits: [...(await readLeftOut(source)), { kind: 'users', name: 'passwords', reason }],
    async *users() {
      for await (const row of source.list('users')) {
        const id = idOf(row, 'a user');
        const digest = isMasked(row.passwordEncrypted) ? { passwordEncrypted: undefined } : {};
        yield { row: { ...row, ...digest }, roles: rolesOf.get(id) ?? [], memberships: membershipsOf.get(id) ?? [] };
      }
    },
  };
}
