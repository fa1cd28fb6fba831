import {
  type CaptchaConfig,
  type CaptchaType,
  captchaDifficulties,
  captchaTypes,
  recaptchaDomains,
  recaptchaModes,
} from '@postern/contracts/experience/captcha';
import i18next from 'i18next';
import { z } from 'zod';

const text = z.string().trim().max(512);
const missing = () => i18next.t('fields.required');

/** The values of all types in one form; each type shows and sends its own. */
export const ProviderForm = z
  .object({
    type: z.enum(captchaTypes),
    siteKey: text,
    secretKey: text,
    projectId: text,
    domain: z.enum(recaptchaDomains),
    mode: z.enum(recaptchaModes),
    difficulty: z.enum(captchaDifficulties),
  })
  .superRefine((values, context) => {
    for (const path of fieldsOf(values.type)) {
      if (values[path] === '') {
        context.addIssue({ code: 'custom', path: [path], message: missing() });
      }
    }
    if (
      values.type === 'RecaptchaEnterprise' &&
      values.projectId &&
      !/^[\d:A-Za-z_.-]{1,128}$/.test(values.projectId)
    ) {
      context.addIssue({ code: 'custom', path: ['projectId'], message: i18next.t('security.captcha.invalidProject') });
    }
  });
export type ProviderValues = z.input<typeof ProviderForm>;

const keys = ['siteKey', 'secretKey'] as const;
const fields = {
  Turnstile: keys,
  RecaptchaEnterprise: [...keys, 'projectId'],
  ProofOfWork: [],
} as const satisfies Record<CaptchaType, readonly (keyof ProviderValues)[]>;

/** The text fields of a type. */
export const fieldsOf = (type: CaptchaType): readonly ('siteKey' | 'secretKey' | 'projectId')[] => fields[type];

export const emptyValues = (type: CaptchaType): ProviderValues => ({
  type,
  siteKey: '',
  secretKey: '',
  projectId: '',
  domain: 'www.google.com',
  mode: 'invisible',
  difficulty: 'Medium',
});

/** Settings that are not stored have their defaults. */
export const valuesOf = (config: CaptchaConfig): ProviderValues => ({ ...emptyValues(config.type), ...config });

export function configOf({
  type,
  siteKey,
  secretKey,
  projectId,
  domain,
  mode,
  difficulty,
}: ProviderValues): CaptchaConfig {
  switch (type) {
    case 'Turnstile':
      return { type, siteKey, secretKey };
    case 'RecaptchaEnterprise':
      return { type, siteKey, secretKey, projectId, domain, mode };
    case 'ProofOfWork':
      return { type, difficulty };
  }
}

/** The names in the URL of the page that sets up a provider. */
export const guideIds = {
  'proof-of-work': 'ProofOfWork',
  turnstile: 'Turnstile',
  'recaptcha-enterprise': 'RecaptchaEnterprise',
} as const satisfies Record<string, CaptchaType>;
