import type { Phrases } from '#phrases';

type AboutKey = keyof Phrases['customJwt']['about'];
/** A value that a script can access: shown in the reference, in completions and on hover. */
export type Entry = { name: string; type: string; about: AboutKey; children?: readonly Entry[] };

/** What every script can read about a person. */
export const userEntries: readonly Entry[] = [
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

/** The variables of a script. */
export const variableEntry = (names: readonly string[]): Entry => ({
  name: 'environmentVariables',
  type: 'object',
  about: 'environmentVariables',
  children: names.map((name): Entry => ({ name, type: 'string', about: 'variable' })),
});

/** What every script can call. */
export const commonTools: readonly Entry[] = [
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

/** The entry for a path such as `context.user.roles`; `user` alone is treated as `context.user` or `event.user`. */
export function findEntry(entries: readonly Entry[], path: readonly string[]): Entry | undefined {
  const [first, ...rest] = path;
  const nested = entries.find(({ name }) => name === 'context' || name === 'event')?.children ?? [];
  const found = entries.find(({ name }) => name === first) ?? nested.find(({ name }) => name === first);
  return found && rest.length > 0 ? findIn(found, rest) : found;
}

function findIn(entry: Entry, [first, ...rest]: readonly string[]): Entry | undefined {
  const found = entry.children?.find(({ name }) => name === first);
  return found && rest.length > 0 ? findIn(found, rest) : found;
}
