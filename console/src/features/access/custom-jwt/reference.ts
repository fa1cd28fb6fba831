import type { CustomTokenType } from '@postern/contracts/access/custom-jwt';
import { commonTools, type Entry, userEntries, variableEntry } from './shared/entries.ts';

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

const application: Entry = { name: 'application', type: 'object | undefined', about: 'application' };

const context: Entry = {
  name: 'context',
  type: 'object',
  about: 'context',
  children: [
    { name: 'user', type: 'object', about: 'user', children: userEntries },
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

const tools: readonly Entry[] = [
  {
    name: 'api',
    type: 'object',
    about: 'api',
    children: [{ name: 'denyAccess', type: '(message?: string) => never', about: 'denyAccess' }],
  },
  ...commonTools,
];

/** All values available to a script of this token type. */
export function referenceOf(tokenType: CustomTokenType, variableNames: readonly string[] = []): readonly Entry[] {
  const isAccess = tokenType === 'access-token';
  return [
    { name: 'token', type: 'object', about: 'token', children: isAccess ? personToken : machineToken },
    isAccess ? context : machineContext,
    variableEntry(variableNames),
    ...tools,
  ];
}
