import type { CustomTokenType } from '@postern/contracts/access/custom-jwt';

const machineToken = {
  jti: 'f1d3ff8443297732862df21dc4e57262',
  aud: 'https://api.example.com',
  scope: 'read:orders write:orders',
};

/** Default samples for test runs. */
export const tokenSamples: Record<CustomTokenType, object> = {
  'access-token': {
    ...machineToken,
    clientId: 'k4q0y2mkr9x6t1n7w3s5a',
    accountId: 'abc123def456',
    expiresWithSession: false,
    grantId: 'grant_id',
    gty: 'authorization_code',
    sessionUid: 'session_uid',
    sid: 'session_id',
    kind: 'AccessToken',
  },
  'client-credentials': { ...machineToken, clientId: 'k4q0y2mkr9x6t1n7w3s5a', kind: 'ClientCredentials' },
};

const createdAt = Date.UTC(2026, 0, 15, 9, 30);

const application = {
  id: 'k4q0y2mkr9x6t1n7w3s5a',
  name: 'Shop',
  description: null,
  type: 'SPA',
  customData: { team: 'sales' },
  isThirdParty: false,
};

const contextOfUser = {
  user: {
    id: 'abc123def456',
    username: 'ada',
    primaryEmail: 'ada@example.com',
    primaryPhone: null,
    name: 'Ada Lovelace',
    avatar: null,
    customData: { plan: 'gold' },
    identities: {},
    lastSignInAt: createdAt,
    createdAt,
    updatedAt: createdAt,
    profile: { locale: 'en' },
    applicationId: 'k4q0y2mkr9x6t1n7w3s5a',
    isSuspended: false,
    hasPassword: true,
    ssoIdentities: [],
    mfaVerificationFactors: ['Totp'],
    roles: [{ id: 'role_id', name: 'Editor', description: 'Writes and publishes', scopes: [] }],
    organizations: [{ id: 'organization_id', name: 'Acme', description: null }],
    organizationRoles: [{ organizationId: 'organization_id', roleId: 'role_id', roleName: 'Owner' }],
  },
  application,
  organization: { id: 'organization_id', name: 'Acme', description: null, customData: {} },
};

export const contextSamples: Record<CustomTokenType, object> = {
  'access-token': contextOfUser,
  'client-credentials': { application: { ...application, type: 'MachineToMachine' } },
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The stored sample in the key order of the model: the database does not keep key order. */
export function inOrderOf(model: object, stored: Record<string, unknown> | undefined): object {
  if (!stored) {
    return model;
  }
  const known = Object.entries(model).filter(([name]) => name in stored);
  const ordered = known.map(([name, part]) => {
    const value = stored[name];
    return [name, isObject(part) && isObject(value) ? inOrderOf(part, value) : value];
  });
  return { ...Object.fromEntries(ordered), ...omit(stored, known) };
}

const omit = (stored: Record<string, unknown>, known: readonly [string, unknown][]) =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => !known.some(([one]) => one === name)));
