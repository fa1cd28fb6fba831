/**
 * The wings of the product, in order: a slice may use slices of its own wing and of the wings before it.
 * The same folders stand in contracts/src, server/src/features and console/src/features.
 */
export const wings = ['records', 'messages', 'experience', 'access', 'people', 'sign-in', 'account', 'cloud'];
