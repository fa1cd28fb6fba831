import type { Translation } from '../../experience/custom-phrases.ts';

/**
 * Sentences that only exist if a tenant customizes them: the wire has a key for each kind, our phrases have one
 * sentence for all kinds. Each replaces one of our phrases; if the tenant customizes that phrase under our key, the
 * variant is not used.
 */
export const variants = {
  'continue/emailSub': 'continue/addressSub',
  'continue/phoneSub': 'continue/addressSub',
  'identifier/missingUsername': 'identifier/missing',
  'identifier/invalidEmail': 'identifier/invalid',
  'identifier/invalidPhone': 'identifier/invalid',
} as const;

export type VariantPath = keyof typeof variants;

export type Variants = {
  /** What a tenant has worded of the account center, in the shape of its phrases. */
  account?: Translation;
  continue: { emailSub?: string; phoneSub?: string };
  identifier: { missingUsername?: string; invalidEmail?: string; invalidPhone?: string };
};
