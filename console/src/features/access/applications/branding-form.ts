import type {
  ApplicationSignInExperience,
  SaveApplicationSignInExperience,
} from '@postern/contracts/access/application-branding';
import type { Application } from '@postern/contracts/access/applications';
import { z } from 'zod';
import { looksBody, looksFields, looksOf, optionalWebUrl } from './shared/looks.ts';

export const BrandingForm = z.object({
  displayName: z.string().trim().max(256),
  termsOfUseUrl: optionalWebUrl,
  privacyPolicyUrl: optionalWebUrl,
  ...looksFields,
});
export type BrandingValues = z.input<typeof BrandingForm>;

/** Form values for the stored branding; `undefined` if nothing was ever stored. */
export const brandingOf = (stored: ApplicationSignInExperience | undefined): BrandingValues => ({
  displayName: stored?.displayName ?? '',
  termsOfUseUrl: stored?.termsOfUseUrl ?? '',
  privacyPolicyUrl: stored?.privacyPolicyUrl ?? '',
  ...looksOf(stored),
});

export const bodyOf = ({ isThirdParty }: Application, values: BrandingValues): SaveApplicationSignInExperience => ({
  ...looksBody(values),
  displayName: (isThirdParty && values.displayName) || null,
  termsOfUseUrl: (isThirdParty && values.termsOfUseUrl) || null,
  privacyPolicyUrl: (isThirdParty && values.privacyPolicyUrl) || null,
});
