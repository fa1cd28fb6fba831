import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isWebUrl } from '@postern/contracts/fields';
import { identities, translateKeycloak } from '#features/people/user-jobs';
import { CliError } from '../command.ts';
import { readSamlClient } from './keycloak-saml.ts';
import { emptyModel, type Model, type SourceUser } from './model.ts';
import { all, kindOfPath, type Paging, readFileItems, readJsonFile, type Source } from './open-source.ts';
import { readKeycloakFactors } from './read-factors.ts';
import { filled, type Item, isMasked, item, items, required, text, texts } from './read-fields.ts';
import { addConnector, hiddenClient, targetsOf } from './social-connectors.ts';

const pageSize = 100;

export const keycloakPaging: Paging = {
  first: () => ({ first: '0', max: String(pageSize) }),
  next: ({ number, items: found }) =>
    found.length === pageSize ? { first: String(number * pageSize), max: String(pageSize) } : undefined,
  items: (body) => (Array.isArray(body) ? items(body) : undefined),
};

/** Clients that every realm has. */
const builtInClients = new Set([
  'account',
  'account-console',
  'admin-cli',
  'broker',
  'realm-management',
  'security-admin-console',
]);
const isBuiltInRole = (name: string) =>
  ['offline_access', 'uma_authorization', 'admin', 'create-realm'].includes(name) || name.startsWith('default-roles-');

function typeOf(client: Item, redirectUris: string[]): string {
  if (client.publicClient === true) {
    return redirectUris.every(isWebUrl) ? 'SPA' : 'Native';
  }
  return client.serviceAccountsEnabled === true && client.standardFlowEnabled !== true
    ? 'MachineToMachine'
    : 'Traditional';
}

/** `+` stands for the redirect URIs; several addresses are separated by `##`. */
function logoutUris(client: Item, redirectUris: string[]): string[] {
  const given = text(item(client.attributes)['post.logout.redirect.uris'])?.split('##') ?? [];
  return given.flatMap((uri) => (uri === '+' ? redirectUris : [uri]));
}

/** Why a client is not imported. */
function misfitOf(client: Item): string | undefined {
  if (client.enabled === false) {
    return 'It is disabled in the source.';
  }
  if (client.bearerOnly === true) {
    return 'It only accepts tokens. Create an API resource in the console.';
  }
  return undefined;
}

function readClients(model: Model, clients: Item[]): void {
  for (const client of clients) {
    const clientId = required(client, 'clientId', 'a client');
    if (builtInClients.has(clientId) || clientId.endsWith('-realm')) {
      continue;
    }
    const reason = misfitOf(client);
    if (reason) {
      model.misfits.push({ kind: 'application', name: clientId, reason });
      continue;
    }
    if (client.protocol === 'saml') {
      readSamlClient(model, client);
      continue;
    }
    const root = text(client.rootUrl)?.replace(/\/+$/, '') ?? '';
    const redirectUris = texts(client.redirectUris).map((uri) => (uri.startsWith('/') ? root + uri : uri));
    const secret = text(client.secret);
    model.applications.push({
      sourceId: clientId,
      body: {
        ...filled({ name: text(client.name) ?? clientId, description: text(client.description) }),
        type: typeOf(client, redirectUris),
        oidcClientMetadata: { redirectUris, postLogoutRedirectUris: logoutUris(client, redirectUris) },
        customClientMetadata: { corsAllowedOrigins: texts(client.webOrigins).filter((origin) => origin !== '+') },
      },
      secrets: secret === undefined || /^\*+$/.test(secret) ? [] : [{ name: 'Keycloak secret', value: secret }],
      roles: [],
    });
  }
}

/** Roles of a client get its ID as a prefix: their names are unique only in the client. */
const clientRole = (client: string, name: string) => `${client}:${name}`;

function addRole(model: Model, name: string, role: Item): void {
  model.roles.push({ body: { name, description: (text(role.description) ?? name).slice(0, 128) }, scopes: [] });
  if (role.composite === true) {
    const reason = 'It contains other roles. Roles here have permissions instead, so assign the other roles to users.';
    model.misfits.push({ kind: 'role', name, reason });
  }
}

function readRoles(model: Model, roles: Item): void {
  for (const role of items(roles.realm)) {
    const name = required(role, 'name', 'a role');
    if (!isBuiltInRole(name)) {
      addRole(model, name, role);
    }
  }
  for (const [client, list] of Object.entries(item(roles.client))) {
    for (const role of builtInClients.has(client) || client.endsWith('-realm') ? [] : items(list)) {
      addRole(model, clientRole(client, required(role, 'name', 'a role')), role);
    }
  }
}

const userStorage = 'org.keycloak.storage.UserStorageProvider';

const openIdProviders = ['oidc', 'keycloak-oidc'];

/** The linked accounts of users name the alias, so it becomes the target of the connector. */
function readProviders(model: Model, providers: Item[]): void {
  for (const provider of providers) {
    const config = item(provider.config);
    const id = text(provider.providerId) ?? '';
    const alias = text(provider.alias) ?? id;
    const misfit = (reason: string) => model.misfits.push({ kind: 'connector', name: alias, reason });
    if (provider.enabled === false) {
      misfit('It is disabled in the source.');
    } else if (!openIdProviders.includes(id)) {
      addConnector(model, id, alias, text(config.clientId), text(config.clientSecret));
    } else if (!text(config.clientSecret) || isMasked(config.clientSecret)) {
      misfit(hiddenClient);
    } else if (!text(config.issuer) || !text(config.jwksUrl)) {
      misfit(
        'The source has no issuer or no address of keys, with which ID tokens are verified. Create it in the console.',
      );
    } else {
      const given = filled({
        authorizationEndpoint: text(config.authorizationUrl),
        tokenEndpoint: text(config.tokenUrl),
        clientId: text(config.clientId),
        clientSecret: text(config.clientSecret),
        tokenEndpointAuthMethod: text(config.clientAuthMethod),
        scope: text(config.defaultScope) ?? 'openid profile email',
        idTokenVerificationConfig: { jwksUri: text(config.jwksUrl), issuer: text(config.issuer) },
      });
      const name = { en: text(provider.displayName) ?? alias };
      model.connectors.push({
        name: alias,
        body: { connectorId: 'oidc', config: given, metadata: { target: alias, name } },
      });
    }
  }
}

/** Members of organizations, by the name of the user. */
type Memberships = Map<string, SourceUser['memberships']>;

function readOrganizations(model: Model, organizations: Item[]): Memberships {
  const memberships: Memberships = new Map();
  for (const row of organizations) {
    const name = required(row, 'name', 'an organization');
    const organization = text(row.id) ?? text(row.alias) ?? name;
    const attributes = item(row.attributes);
    model.organizations.push({
      sourceId: organization,
      body: {
        ...filled({ description: text(row.description)?.slice(0, 256) }),
        ...(Object.keys(attributes).length > 0 ? { customData: attributes } : {}),
        name,
      },
    });
    for (const member of items(row.members)) {
      const user = required(member, 'username', 'a member');
      memberships.set(user, [...(memberships.get(user) ?? []), { organization, roles: [] }]);
    }
  }
  return memberships;
}

/** The roles of a user or of a group. */
function rolesOf(owner: Item): string[] {
  const ofClients = Object.entries(item(owner.clientRoles)).flatMap(([client, names]) =>
    texts(names).map((name) => clientRole(client, name)),
  );
  return [...texts(owner.realmRoles), ...ofClients];
}

/** The roles of groups by their paths, such as `/staff/sales`. Groups inherit the roles of the groups above them. */
function readGroups(model: Model, groups: Item[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (group: Item, above: string, inherited: string[]) => {
    const path = `${above}/${required(group, 'name', 'a group')}`;
    const roles = [...new Set([...inherited, ...rolesOf(group)])];
    found.set(path, roles);
    const reason =
      roles.length > 0
        ? `Groups do not exist here. Its members get its roles: ${roles.join(', ')}.`
        : 'Groups do not exist here, and it has no roles. Use organizations or roles instead.';
    model.misfits.push({ kind: 'group', name: path, reason });
    for (const sub of items(group.subGroups)) {
      add(sub, path, roles);
    }
  };
  for (const group of groups) {
    add(group, '', []);
  }
  return found;
}

/** The accounts of a user at identity providers that become connectors, and sentences about the others. */
function readAccounts({ connectors }: Model, user: Item): { linked: Item | undefined; lost: string[] } {
  const targets = new Set(targetsOf(connectors));
  const accounts = items(user.federatedIdentities).map(({ identityProvider, userId }) => {
    const [provider, id] = [text(identityProvider) ?? '', text(userId)];
    const own = id !== undefined && targets.has(provider) ? { [provider]: { userId: id } } : undefined;
    return { provider, identity: own ?? identities([{ provider, userId }]) };
  });
  const linked = Object.assign({}, ...accounts.map(({ identity }) => identity)) as Item;
  return {
    linked: Object.keys(linked).length > 0 ? linked : undefined,
    lost: accounts.flatMap(({ provider, identity }) =>
      identity ? [] : [`Its account at ${provider} is not imported.`],
    ),
  };
}

type Realm = Item & { users?: unknown };

/** The model of a realm. `users` are read apart, because there may be many. */
function modelOfRealm(realm: Realm, users: () => AsyncIterable<Item>): Model {
  const model = emptyModel('keycloak');
  readClients(model, items(realm.clients));
  readRoles(model, item(realm.roles));
  const memberships = readOrganizations(model, items(realm.organizations));
  readProviders(model, items(realm.identityProviders));
  for (const provider of items(item(realm.components)[userStorage])) {
    const reason = 'It reads users of another directory, which are not in the source. Only imported users are listed.';
    model.misfits.push({ kind: 'user federation', name: text(provider.name) ?? userStorage, reason });
  }
  const groupRoles = readGroups(model, items(realm.groups));
  const targets = targetsOf(model.connectors);
  model.experience = targets.length > 0 ? { socialSignInConnectorTargets: targets } : {};
  const isAccount = (user: Item) => user.serviceAccountClientId === undefined;
  model.users = async function* listed() {
    for await (const user of users()) {
      if (isAccount(user)) {
        const name = required(user, 'username', 'a user');
        const ofGroups = texts(user.groups).flatMap((path) => groupRoles.get(path) ?? []);
        const { linked, lost } = readAccounts(model, user);
        const { dropped = [], ...factors } = readKeycloakFactors(user);
        yield {
          fields: { ...translateKeycloak(user), ...(linked ? { identities: linked } : {}) },
          roles: [...new Set([...rolesOf(user), ...ofGroups])],
          memberships: memberships.get(name) ?? [],
          ...factors,
          dropped: [...dropped, ...lost],
        };
      }
    }
  };
  return model;
}

function requireRealm(realm: Item, path: string): void {
  if (text(realm.realm) === undefined) {
    throw new CliError(`${path} is not a realm export of Keycloak: it has no field realm.`);
  }
}

/** A realm in one file, or a folder with `<realm>-realm.json` and `<realm>-users-<n>.json`. */
export async function readKeycloakExport(path: string): Promise<Model> {
  if ((await kindOfPath(path)) === 'file') {
    const realm = await readJsonFile(path);
    requireRealm(realm, path);
    return modelOfRealm(realm, async function* users() {
      yield* items(realm.users);
    });
  }
  const names = (await readdir(path)).sort();
  const realms = names.filter((name) => name.endsWith('-realm.json'));
  const [main] = realms;
  if (!main || realms.length > 1) {
    throw new CliError(`${path} must contain exactly one file named <realm>-realm.json.`);
  }
  const realm = await readJsonFile(join(path, main));
  requireRealm(realm, join(path, main));
  const prefix = `${main.slice(0, -'-realm.json'.length)}-users-`;
  return modelOfRealm(realm, async function* users() {
    for (const name of names.filter((one) => one.startsWith(prefix) && one.endsWith('.json'))) {
      yield* readFileItems(join(path, name));
    }
  });
}

/** The paths of the groups of users, by the IDs of the users. */
async function readGroupMembers(source: Source, groups: Item[], above = ''): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const add = (user: string, paths: string[]) => found.set(user, [...(found.get(user) ?? []), ...paths]);
  for (const group of groups) {
    const path = `${above}/${required(group, 'name', 'a group')}`;
    for await (const user of source.list(`groups/${required(group, 'id', 'a group')}/members`)) {
      add(required(user, 'id', 'a user'), [path]);
    }
    for (const [user, paths] of await readGroupMembers(source, items(group.subGroups), path)) {
      add(user, paths);
    }
  }
  return found;
}

/** The admin API of a realm: `https://keycloak.example.com/admin/realms/<realm>`. */
export async function readKeycloakApi(source: Source): Promise<Model> {
  const realm = await source.one('');
  if (!realm) {
    throw new CliError('--url must be the address of a realm in the admin API, such as https://…/admin/realms/main.');
  }
  requireRealm(realm, '--url');
  const roles = await all(source.list('roles'));
  const realmRolesOf = new Map<string, string[]>();
  for (const role of roles.filter(({ name }) => !isBuiltInRole(String(name)))) {
    const name = required(role, 'name', 'a role');
    for await (const user of source.list(`roles/${encodeURIComponent(name)}/users`)) {
      const id = required(user, 'id', 'a user');
      realmRolesOf.set(id, [...(realmRolesOf.get(id) ?? []), name]);
    }
  }
  const organizations: Item[] = [];
  for (const row of await all(source.list('organizations'))) {
    const members = await all(source.list(`organizations/${required(row, 'id', 'an organization')}/members`));
    organizations.push({ ...row, members });
  }
  // Without this, groups have no roles.
  const groups = await all(source.list('groups', { query: { briefRepresentation: 'false' } }));
  const groupsOf = await readGroupMembers(source, groups);
  const parts = {
    clients: await all(source.list('clients', { isRequired: true })),
    roles: { realm: roles },
    groups,
    identityProviders: await all(source.list('identity-provider/instances')),
    organizations,
  };
  const model = modelOfRealm({ ...realm, ...parts }, async function* users() {
    for await (const user of source.list('users')) {
      const id = text(user.id) ?? '';
      yield { ...user, realmRoles: realmRolesOf.get(id) ?? [], groups: groupsOf.get(id) ?? [] };
    }
  });
  const reason =
    'The admin API does not return password digests or roles of clients. Import a realm export to keep them.';
  model.misfits.push({ kind: 'users', name: 'passwords', reason });
  return model;
}
