import type { CustomTokenType } from '@postern/contracts/access/custom-jwt';
import type { Phrases } from '#phrases';

type AboutKey = keyof Phrases['customJwt']['about'];
/** A value that a script can access: shown in the reference, in completions and on hover. */
export type Entry = { name: string; type: string; about: AboutKey; children?: readonly Entry[] };

const machineToken: readonly Entry[] = [
  { name: 'jti', type: 'string', about: 'jti' },
  { name: 'aud', type: 'string | string[]', about: 'aud' },
  { name: 'scope', type: 'string', about: 'scope' },
  { name: 'clientId', type: 'string', about: 'clientId' },
  { name: 'kind', type: 'string', about: 'kind' },
];

const personToken: readonly Entry[] = [
  ...machineToken,
  { name: 'accountId', type: 'string', about: 'accountId' },
  { name: 'expiresWithSession', type: 'boolean', about: 'expiresWithSession' },
  { name: 'grantId', type: 'string', about: 'grantId' },
  { name: 'gty', type: 'string', about: 'gty' },
  { name: 'sessionUid', type: 'string', about: 'sessionUid' },
  { name: 'sid', type: 'string', about: 'sid' },
];

const user: readonly Entry[] = [
  { name: 'id', type: 'string', about: 'userId' },
  { name: 'username', type: 'string | null', about: 'username' },
  { name: 'primaryEmail', type: 'string | null', about: 'primaryEmail' },
  { name: 'primaryPhone', type: 'string | null', about: 'primaryPhone' },
  { name: 'name', type: 'string | null', about: 'name' },
  { name: 'avatar', type: 'string | null', about: 'avatar' },
  { name: 'customData', type: 'object', about: 'customData' },
  { name: 'profile', type: 'object', about: 'profile' },
  { name: 'identities', type: 'object', about: 'identities' },
  { name: 'ssoIdentities', type: 'object[]', about: 'ssoIdentities' },
  { name: 'roles', type: 'object[]', about: 'roles' },
  { name: 'organizations', type: 'object[]', about: 'organizations' },
  { name: 'organizationRoles', type: 'object[]', about: 'organizationRoles' },
  { name: 'mfaVerificationFactors', type: 'string[]', about: 'mfaVerificationFactors' },
  { name: 'hasPassword', type: 'boolean', about: 'hasPassword' },
  { name: 'isSuspended', type: 'boolean', about: 'isSuspended' },
  { name: 'applicationId', type: 'string | null', about: 'applicationId' },
  { name: 'lastSignInAt', type: 'number | null', about: 'lastSignInAt' },
  { name: 'createdAt', type: 'number', about: 'createdAt' },
  { name: 'updatedAt', type: 'number', about: 'updatedAt' },
];

const application: Entry = { name: 'application', type: 'object | undefined', about: 'application' };

const context: Entry = {
  name: 'context',
  type: 'object',
  about: 'context',
  children: [
    { name: 'user', type: 'object', about: 'user', children: user },
    application,
    { name: 'organization', type: 'object | undefined', about: 'organization' },
    {
      name: 'grant',
      type: 'object | undefined',
      about: 'grant',
      children: [
        { name: 'type', type: 'string', about: 'grantType' },
        { name: 'subjectTokenContext', type: 'object', about: 'subjectTokenContext' },
      ],
    },
    {
      name: 'interaction',
      type: 'object | undefined',
      about: 'interaction',
      children: [
        { name: 'interactionEvent', type: 'string', about: 'interactionEvent' },
        { name: 'userId', type: 'string', about: 'userId' },
        { name: 'verificationRecords', type: 'object[]', about: 'verificationRecords' },
        { name: 'signInContext', type: 'object', about: 'signInContext' },
      ],
    },
  ],
};

const machineContext: Entry = { name: 'context', type: 'object', about: 'context', children: [application] };

const environmentVariables: Entry = { name: 'environmentVariables', type: 'object', about: 'environmentVariables' };

const tools: readonly Entry[] = [
  {
    name: 'api',
    type: 'object',
    about: 'api',
    children: [{ name: 'denyAccess', type: '(message?: string) => never', about: 'denyAccess' }],
  },
  { name: 'fetch', type: '(url: string, options?) => Promise<Response>', about: 'fetch' },
  {
    name: 'console',
    type: 'object',
    about: 'console',
    children: (['log', 'info', 'warn', 'error'] as const).map((name) => ({
      name,
      type: '(...values) => void',
      about: 'print',
    })),
  },
];

/** All values available to a script of this token type. */
export function referenceOf(tokenType: CustomTokenType, variableNames: readonly string[] = []): readonly Entry[] {
  const isAccess = tokenType === 'access-token';
  const variables = variableNames.map((name): Entry => ({ name, type: 'string', about: 'variable' }));
  return [
    { name: 'token', type: 'object', about: 'token', children: isAccess ? personToken : machineToken },
    isAccess ? context : machineContext,
    { ...environmentVariables, children: variables },
    ...tools,
  ];
}

/** The entry for a path such as `context.user.roles`; `user` alone is treated as `context.user`. */
export function findEntry(entries: readonly Entry[], path: readonly string[]): Entry | undefined {
  const [first, ...rest] = path;
  const nested = entries.find(({ name }) => name === 'context')?.children ?? [];
  const found = entries.find(({ name }) => name === first) ?? nested.find(({ name }) => name === first);
  return found && rest.length > 0 ? findIn(found, rest) : found;
}

function findIn(entry: Entry, [first, ...rest]: readonly string[]): Entry | undefined {
  const found = entry.children?.find(({ name }) => name === first);
  return found && rest.length > 0 ? findIn(found, rest) : found;
}
