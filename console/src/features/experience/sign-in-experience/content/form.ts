import { LanguageTag, type Translation } from '@postern/contracts/experience/custom-phrases';
import { agreeToTermsPolicies, type SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { UpdateSignInExperience } from '@postern/contracts/experience/sign-in-experience-settings';
import { Email, isWebUrl } from '@postern/contracts/fields';
import i18next from 'i18next';
import { z } from 'zod';

const isEmail = (value: string) => Email.safeParse(value).success;
const address = z
  .string()
  .trim()
  .max(2048)
  .refine((value) => value === '' || isWebUrl(value), { error: () => i18next.t('fields.webUrl') });

export const ContentForm = z.object({
  termsOfUseUrl: address,
  privacyPolicyUrl: address,
  agreeToTermsPolicy: z.enum(agreeToTermsPolicies),
  autoDetect: z.boolean(),
  fallbackLanguage: LanguageTag,
  supportEmail: z
    .string()
    .trim()
    .refine((value) => value === '' || isEmail(value), { error: () => i18next.t('signInExperience.support.invalid') }),
  supportWebsiteUrl: address,
});
export type ContentValues = z.infer<typeof ContentForm>;

export const valuesOf = (stored: SignInExperience): ContentValues => ({
  termsOfUseUrl: stored.termsOfUseUrl ?? '',
  privacyPolicyUrl: stored.privacyPolicyUrl ?? '',
  agreeToTermsPolicy: stored.agreeToTermsPolicy,
  ...stored.languageInfo,
  supportEmail: stored.supportEmail ?? '',
  supportWebsiteUrl: stored.supportWebsiteUrl ?? '',
});

export const bodyOf = ({ autoDetect, fallbackLanguage, ...rest }: ContentValues): UpdateSignInExperience => ({
  ...rest,
  languageInfo: { autoDetect, fallbackLanguage },
});

/** The values that the preview can show: a link appears once its URL is valid. */
export function draftOf(values: ContentValues): Partial<SignInExperience> {
  const whole = (typed: string) => (isWebUrl(typed.trim()) ? typed.trim() : null);
  return {
    termsOfUseUrl: whole(values.termsOfUseUrl),
    privacyPolicyUrl: whole(values.privacyPolicyUrl),
    agreeToTermsPolicy: values.agreeToTermsPolicy,
    languageInfo: { autoDetect: values.autoDetect, fallbackLanguage: values.fallbackLanguage },
    supportEmail: isEmail(values.supportEmail.trim()) ? values.supportEmail.trim() : null,
    supportWebsiteUrl: whole(values.supportWebsiteUrl),
  };
}

/** Phrases by key path, such as `password.rules.0`. */
export type Sentences = Record<string, string>;

export function flatten(phrases: Translation, above = ''): Sentences {
  const flat: Sentences = {};
  for (const [key, value] of Object.entries(phrases)) {
    const path = above + key;
    if (typeof value === 'string') {
      flat[path] = value;
    } else {
      // A list is treated as a group with its indexes as keys.
      Object.assign(flat, flatten(Array.isArray(value) ? Object.fromEntries(value.entries()) : value, `${path}.`));
    }
  }
  return flat;
}

/** The inverse, in the shape of `pattern`: empty phrases are omitted, and lists are complete or absent. */
export function unflatten(own: Sentences, pattern: Translation, above = ''): Translation {
  const phrases: Translation = {};
  for (const [key, value] of Object.entries(pattern)) {
    const path = above + key;
    if (typeof value === 'string') {
      if (own[path]) {
        phrases[key] = own[path];
      }
    } else if (Array.isArray(value)) {
      if (value.some((_, place) => own[`${path}.${place}`])) {
        phrases[key] = value.map((sentence, place) => own[`${path}.${place}`] || sentence);
      }
    } else {
      const group = unflatten(own, value, `${path}.`);
      if (Object.keys(group).length > 0) {
        phrases[key] = group;
      }
    }
  }
  return phrases;
}
