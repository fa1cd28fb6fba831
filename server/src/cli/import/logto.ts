import { CustomClientMetadata, OidcClientMetadata } from '@postern/contracts/access/applications';
import { defaultSecretName, internalSecretPrefix } from '@postern/contracts/wire';
import { emptyModel, type Misfit, type Model, type SourceScope, type SourceUser } from './model.ts';
import { filled, type Item, isMasked, item, items, pick, required, text } from './read-fields.ts';

/** The data of a tenant of Logto, with the field names of its API. */
export type LogtoData = {
  applications: { row: Item; secrets: Item[]; roles: string[] }[];
  resources: { row: Item; scopes: Item[] }[];
  roles: { row: Item; scopes: SourceScope[] }[];
  organizationScopes: Item[];
  organizationRoles: { row: Item; organizationScopes: string[]; scopes: SourceScope[] }[];
  organizations: Item[];
  connectors: Item[];
  experience: Item | undefined;
  misfits: Misfit[];
  users(): AsyncIterable<{ row: Item; roles: string[]; memberships: SourceUser['memberships'] }>;
};

const experienceKeys = [
  'color',
  'branding',
  'languageInfo',
  'termsOfUseUrl',
  'privacyPolicyUrl',
  'agreeToTermsPolicy',
  'signUp',
  'signIn',
  'socialSignIn',
  'socialSignInConnectorTargets',
  'signInMode',
  'customCss',
  'customContent',
  'passwordPolicy',
  'mfa',
  'supportEmail',
  'supportWebsiteUrl',
  'unknownSessionRedirectUrl',
  'sentinelPolicy',
  'emailBlocklistPolicy',
  'forgotPasswordMethods',
  'usernamePolicy',
  'verificationCodePolicy',
  'passwordExpiration',
];

/** The settings without the logos that every new tenant has. */
function readExperience(given: Item | undefined): Item {
  const { branding, ...settings } = pick(given, experienceKeys);
  const isBuiltIn = Object.values(item(branding)).some((url) => text(url)?.startsWith('https://logto.io/'));
  return branding && !isBuiltIn ? { branding, ...settings } : settings;
}

const timeOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : value);

/** Named secrets, and the one that older releases stored with the application. */
function readSecrets(row: Item, secrets: Item[]) {
  const named = secrets.map((secret) => ({
    name: required(secret, 'name', 'a secret of an application'),
    value: required(secret, 'value', 'a secret of an application'),
    expiresAt: (timeOf(secret.expiresAt) as number | null | undefined) ?? null,
  }));
  const legacy = text(row.secret);
  const hasLegacy = legacy && !legacy.startsWith(internalSecretPrefix) && !isMasked(legacy);
  const isNew = hasLegacy && !named.some(({ value }) => value === legacy);
  const name = named.some((secret) => secret.name === defaultSecretName) ? 'Legacy secret' : defaultSecretName;
  return (isNew ? [...named, { name, value: legacy }] : named).filter(({ value }) => !isMasked(value));
}

function readUser(row: Item): Item {
  const { address, ...profile } = item(row.profile);
  const under = (prefix: string, values: Item) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}.${key}`, value]));
  return {
    ...pick(row, ['id', 'username', 'primaryEmail', 'primaryPhone', 'name', 'avatar', 'customData', 'identities']),
    ...under('profile', profile),
    ...under('profile.address', item(address)),
    isSuspended: row.isSuspended,
    createdAt: row.createdAt,
    lastSignInAt: row.lastSignInAt,
    passwordDigest: row.passwordEncrypted,
    passwordAlgorithm: row.passwordEncryptionMethod,
  };
}

export function modelOfLogto(data: LogtoData): Model {
  const model = emptyModel('logto');
  model.misfits = [...data.misfits];
  model.applications = data.applications.map(({ row, secrets, roles }) => ({
    sourceId: required(row, 'id', 'an application'),
    body: {
      ...pick(row, ['name', 'description', 'type', 'customData', 'isThirdParty']),
      oidcClientMetadata: pick(row.oidcClientMetadata, Object.keys(OidcClientMetadata.shape)),
      customClientMetadata: pick(
        row.customClientMetadata,
        Object.keys(CustomClientMetadata.shape).filter((key) => key !== 'tenantId'),
      ),
    },
    secrets: readSecrets(row, secrets),
    roles,
  }));
  for (const { row } of data.applications.filter((one) => one.row.isThirdParty === true)) {
    const reason = 'Select the permissions that users consent to again.';
    model.misfits.push({ kind: 'application', name: text(row.name) ?? '', reason });
  }
  for (const { row } of data.resources.filter((one) => one.row.isDefault === true)) {
    const reason = 'Make it the default API resource in the console.';
    model.misfits.push({ kind: 'resource', name: text(row.indicator) ?? '', reason });
  }
  model.resources = data.resources.map(({ row, scopes }) => ({
    body: {
      ...pick(row, ['name', 'accessTokenTtl']),
      indicator: required(row, 'indicator', 'an API resource'),
    },
    scopes: scopes.map((scope) => ({
      ...filled({ description: text(scope.description) }),
      name: required(scope, 'name', 'a permission'),
    })),
  }));
  model.roles = data.roles.map(({ row, scopes }) => ({
    body: { ...pick(row, ['description', 'type', 'isDefault']), name: required(row, 'name', 'a role') },
    scopes,
  }));
  model.organizationScopes = data.organizationScopes.map((row) => ({
    ...filled({ description: text(row.description) }),
    name: required(row, 'name', 'a permission of organizations'),
  }));
  model.organizationRoles = data.organizationRoles.map(({ row, scopes, organizationScopes }) => ({
    body: { ...pick(row, ['description', 'type']), name: required(row, 'name', 'a role of organizations') },
    scopes,
    organizationScopes,
  }));
  model.organizations = data.organizations.map((row) => ({
    sourceId: required(row, 'id', 'an organization'),
    body: {
      ...pick(row, ['description', 'customData', 'isMfaRequired', 'color', 'branding', 'customCss']),
      ...filled({ createdAt: timeOf(row.createdAt) }),
      name: required(row, 'name', 'an organization'),
    },
  }));
  for (const row of data.connectors) {
    const connectorId = required(row, 'connectorId', 'a connector');
    const name = text(row.id) ?? connectorId;
    if (isMasked(row.config) || items(row.config).some(isMasked)) {
      const reason = 'The source hides its secrets. Import it with --database, or create it in the console.';
      model.misfits.push({ kind: 'connector', name: connectorId, reason });
      continue;
    }
    const metadata = pick(row.metadata, ['target', 'name', 'logo', 'logoDark']);
    model.connectors.push({
      name: `${connectorId} (${name})`,
      body: {
        ...pick(row, ['id', 'config', 'syncProfile', 'enableTokenStorage']),
        ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
        connectorId,
      },
    });
  }
  model.experience = readExperience(data.experience);
  model.users = async function* users() {
    for await (const { row, roles, memberships } of data.users()) {
      yield { fields: readUser(row), roles, memberships };
    }
  };
  return model;
}
