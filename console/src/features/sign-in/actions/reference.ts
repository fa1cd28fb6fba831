import type { ActionType } from '@postern/contracts/sign-in/actions';
import { commonTools, type Entry, userEntries, variableEntry } from '#features/access/custom-jwt/shared/entries.ts';

/** What a script knows of a person whose password was wrong. */
const few = [
  'id',
  'username',
  'primaryEmail',
  'primaryPhone',
  'name',
  'avatar',
  'customData',
  'profile',
  'hasPassword',
];

const common: readonly Entry[] = [
  { name: 'key', type: 'string', about: 'eventKey' },
  { name: 'interactionEvent', type: '"SignIn"', about: 'signInEvent' },
];

const events: Record<ActionType, readonly Entry[]> = {
  postFirstFactorVerification: [
    ...common,
    { name: 'verificationType', type: '"Password"', about: 'verificationType' },
    {
      name: 'identifier',
      type: 'object',
      about: 'identifier',
      children: [
        { name: 'type', type: '"username" | "email" | "phone"', about: 'identifierType' },
        { name: 'value', type: 'string', about: 'identifierValue' },
      ],
    },
    {
      name: 'user',
      type: 'object | null',
      about: 'knownUser',
      children: userEntries.filter(({ name }) => few.includes(name)),
    },
    { name: 'password', type: 'string', about: 'typedPassword' },
  ],
  postSignIn: [...common, { name: 'user', type: 'object', about: 'signedInUser', children: userEntries }],
};

/** All values available to a script of this kind. */
export const referenceOf = (type: ActionType, variableNames: readonly string[] = []): readonly Entry[] => [
  { name: 'event', type: 'object', about: 'event', children: events[type] },
  variableEntry(variableNames),
  ...commonTools,
];
