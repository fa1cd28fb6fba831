import { translateAuth0 } from '#features/people/user-jobs';
import { CliError } from '../command.ts';
import { emptyModel, type Model, type SourceScope, type SourceUser } from './model.ts';
import { all, type Paging, readFileItems, type Source } from './open-source.ts';
import { listFactors } from './read-factors.ts';
import { filled, type Item, item, items, required, text, texts } from './read-fields.ts';
import { addConnector, targetsOf } from './social-connectors.ts';

const pageSize = 100;
/** The API answers only the first thousand users of a list with page numbers. */
const maxListedUsers = 1000;

/** Lists that may be long have a cursor instead of page numbers. The API rejects unknown parameters. */
const hasCursor = (path: string) => /^organizations(?:\/[^/]+\/members)?$|^roles\/[^/]+\/users$/.test(path);

/** A list is the answer itself or its first list. */
export const auth0Paging: Paging = {
  first: (path): Record<string, string> =>
    hasCursor(path) ? { take: String(pageSize) } : { page: '0', per_page: String(pageSize) },
  next({ path, number, items: found, body }): Record<string, string> | undefined {
    if (hasCursor(path)) {
      const next = text(item(body).next);
      return next === undefined ? undefined : { from: next, take: String(pageSize) };
    }
    return found.length === pageSize ? { page: String(number), per_page: String(pageSize) } : undefined;
  },
  items: (body) => (Array.isArray(body) ? items(body) : items(Object.values(item(body)).find(Array.isArray))),
};

const types: Record<string, string> = {
  native: 'Native',
  spa: 'SPA',
  regular_web: 'Traditional',
  non_interactive: 'MachineToMachine',
};

function readClients(model: Model, clients: Item[]): void {
  for (const client of clients.filter((one) => one.global !== true)) {
    const secret = text(client.client_secret);
    model.applications.push({
      sourceId: required(client, 'client_id', 'a client'),
      body: {
        ...filled({ name: text(client.name), description: text(client.description)?.slice(0, 2048) }),
        type: types[text(client.app_type) ?? ''] ?? 'Traditional',
        isThirdParty: client.is_first_party === false,
        oidcClientMetadata: filled({
          redirectUris: texts(client.callbacks),
          postLogoutRedirectUris: texts(client.allowed_logout_urls),
          logoUri: text(client.logo_uri),
        }),
        customClientMetadata: filled({
          corsAllowedOrigins: [...new Set([...texts(client.web_origins), ...texts(client.allowed_origins)])],
        }),
      },
      secrets: secret === undefined ? [] : [{ name: 'Auth0 secret', value: secret }],
      roles: [],
    });
  }
}

function readResources(model: Model, servers: Item[]): void {
  for (const server of servers.filter((one) => one.is_system !== true)) {
    const indicator = required(server, 'identifier', 'an API');
    model.resources.push({
      body: filled({ name: text(server.name) ?? indicator, indicator, accessTokenTtl: server.token_lifetime }),
      scopes: items(server.scopes).map((scope) => ({
        ...filled({ description: text(scope.description) }),
        name: required(scope, 'value', 'a permission'),
      })),
    });
  }
}

type Relations = { rolesOf: Map<string, string[]>; membershipsOf: Map<string, SourceUser['memberships']> };

const push = <T>(map: Map<string, T[]>, key: string, value: T) => map.set(key, [...(map.get(key) ?? []), value]);

async function readRoles(model: Model, source: Source, { rolesOf }: Relations): Promise<Map<string, SourceScope[]>> {
  const scopesOf = new Map<string, SourceScope[]>();
  for (const role of await all(source.list('roles'))) {
    const [id, name] = [required(role, 'id', 'a role'), required(role, 'name', 'a role')];
    const permissions = await all(source.list(`roles/${id}/permissions`));
    const scopes = permissions.map((one) => ({
      indicator: required(one, 'resource_server_identifier', 'a permission'),
      name: required(one, 'permission_name', 'a permission'),
    }));
    scopesOf.set(name, scopes);
    model.roles.push({ body: { name, description: (text(role.description) ?? name).slice(0, 128) }, scopes });
    for await (const user of source.list(`roles/${id}/users`)) {
      push(rolesOf, required(user, 'user_id', 'a user'), name);
    }
  }
  return scopesOf;
}

async function readOrganizations(
  model: Model,
  source: Source,
  { membershipsOf }: Relations,
  scopesOf: Map<string, SourceScope[]>,
): Promise<void> {
  const used = new Set<string>();
  for (const row of await all(source.list('organizations'))) {
    const organization = required(row, 'id', 'an organization');
    const name = text(row.display_name) ?? required(row, 'name', 'an organization');
    const { branding, metadata } = row;
    const logoUrl = text(item(branding).logo_url);
    const primaryColor = text(item(item(branding).colors).primary);
    model.organizations.push({
      sourceId: organization,
      body: {
        name,
        ...(metadata ? { customData: item(metadata) } : {}),
        ...(logoUrl ? { branding: { logoUrl } } : {}),
        ...(primaryColor ? { color: { primaryColor } } : {}),
      },
    });
    const query = { fields: 'user_id,roles', include_fields: 'true' };
    for await (const member of source.list(`organizations/${organization}/members`, { query })) {
      const roles = items(member.roles).flatMap((role) => text(role.name) ?? []);
      for (const role of roles) {
        used.add(role);
      }
      push(membershipsOf, required(member, 'user_id', 'a member'), { organization, roles });
    }
  }
  model.organizationRoles = [...used].map((name) => ({
    body: { name },
    scopes: scopesOf.get(name) ?? [],
    organizationScopes: [],
  }));
}

const databases = new Set(['auth0', 'email', 'sms']);

function readConnections(model: Model, connections: Item[]): void {
  for (const connection of connections) {
    const strategy = required(connection, 'strategy', 'a connection');
    if (!databases.has(strategy)) {
      const { client_id: id, client_secret: secret } = item(connection.options);
      addConnector(model, strategy, text(connection.name) ?? strategy, text(id), text(secret));
    }
  }
}

function readBranding(branding: Item | undefined): Item {
  const primaryColor = text(item(branding?.colors).primary);
  const looks = filled({ logoUrl: text(branding?.logo_url), favicon: text(branding?.favicon_url) });
  return {
    ...(primaryColor ? { color: { primaryColor, darkPrimaryColor: primaryColor, isDarkModeEnabled: false } } : {}),
    ...(Object.keys(looks).length > 0 ? { branding: looks } : {}),
  };
}

/** The digests of Auth0's support by the ID of the user: `auth0|<oid>`. */
async function readHashes(file: string | undefined): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for await (const row of file ? readFileItems(file) : []) {
    const id = text(item(row._id).$oid) ?? text(row.user_id);
    const hash = text(row.passwordHash) ?? text(row.password_hash);
    if (id === undefined) {
      throw new CliError('--hashes: the file contains an entry without _id. Use the file from the support of Auth0.');
    }
    if (hash !== undefined) {
      hashes.set(id.replace(/^auth0\|/, ''), hash);
    }
  }
  return hashes;
}

async function* listUsers(source: Source): AsyncGenerator<Item> {
  let count = 0;
  for await (const user of source.list('users')) {
    count += 1;
    if (count === maxListedUsers) {
      throw new CliError(
        'The API of Auth0 lists only the first 1000 users. Create a users export and name its file with --users.',
      );
    }
    yield user;
  }
}

/** A bare file of users has no other objects. */
const nothing: Source = {
  // biome-ignore lint/correctness/useYield: it has no objects
  async *list() {
    return;
  },
  one: async () => undefined,
};

type Auth0Options = { source?: Source; isApi: boolean; usersFile?: string; hashesFile?: string };

export async function readAuth0({ source = nothing, isApi, usersFile, hashesFile }: Auth0Options): Promise<Model> {
  const model = emptyModel('auth0');
  const relations: Relations = { rolesOf: new Map(), membershipsOf: new Map() };
  readClients(model, await all(source.list('clients', { isRequired: isApi })));
  readResources(model, await all(source.list('resource-servers')));
  const scopesOf = await readRoles(model, source, relations);
  await readOrganizations(model, source, relations, scopesOf);
  readConnections(model, await all(source.list('connections')));
  const targets = targetsOf(model.connectors);
  model.experience = {
    ...readBranding(await source.one('branding')),
    ...(targets.length > 0 ? { socialSignInConnectorTargets: targets } : {}),
  };
  const hashes = await readHashes(hashesFile);
  if (isApi && hashes.size === 0) {
    const reason =
      'The API does not return password digests. Ask the support of Auth0 for them and name the file with --hashes.';
    model.misfits.push({ kind: 'users', name: 'passwords', reason });
  }
  model.users = async function* users() {
    for await (const row of usersFile ? readFileItems(usersFile) : isApi ? listUsers(source) : source.list('users')) {
      const id = text(row.user_id) ?? '';
      const hash = hashes.get(id.replace(/^auth0\|/, ''));
      yield {
        fields: translateAuth0(hash === undefined ? row : { ...row, passwordHash: hash }),
        roles: relations.rolesOf.get(id) ?? [],
        memberships: relations.membershipsOf.get(id) ?? [],
        ...listFactors(row),
      };
    }
  };
  return model;
}
