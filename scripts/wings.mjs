/**
 * The wings of the product, in order: a slice may use slices of its own wing and of earlier wings. contracts/src,
 * server/src/features and console/src/features have the same folders.
 */
export const wings = [
  'records',
  'operations',
  'help',
  'messages',
  'experience',
  'access',
  'people',
  'sign-in',
  'account',
  'cloud',
];
