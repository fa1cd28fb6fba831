import { EmailDomain, isWebUrl } from '@postern/contracts/fields';
import { normalizeDomain } from '@postern/contracts/normalize';
import { publicEmailDomains } from '@postern/contracts/people/sso-configs';
import {
  CreateSsoConnector,
  type SsoConnectorWithProviderConfig,
  type UpdateSsoConnector,
} from '@postern/contracts/people/sso-connectors';
import i18next from 'i18next';
import type { Path } from 'react-hook-form';
import { z } from 'zod';

const optionalLogo = z
  .string()
  .trim()
  .max(2048)
  .refine((value) => value === '' || isWebUrl(value), { error: () => i18next.t('fields.webUrl') });

/** What is wrong with a domain: a phrase of `ssoConnectors.domains`. */
function domainProblem(domain: string, row: number, all: readonly string[]) {
  if (!EmailDomain.safeParse(domain).success) {
    return 'invalid';
  }
  if (publicEmailDomains.includes(domain)) {
    return 'public';
  }
  return all.indexOf(domain) < row ? 'duplicate' : undefined;
}

export const ExperienceForm = z.object({
  connectorName: CreateSsoConnector.shape.connectorName,
  domains: z
    .array(z.string())
    .min(1)
    .max(200)
    .check(({ value, issues }) => {
      const domains = value.map(normalizeDomain);
      domains.forEach((domain, row) => {
        const problem = domainProblem(domain, row, domains);
        if (problem) {
          const message = i18next.t(`ssoConnectors.domains.${problem}`);
          issues.push({ code: 'custom', path: [row], message, input: domain });
        }
      });
    }),
  syncProfile: z.string(),
  enableTokenStorage: z.boolean(),
  branding: z.object({ displayName: z.string().trim().max(128), logo: optionalLogo, darkLogo: optionalLogo }),
});
export type ExperienceValues = z.input<typeof ExperienceForm>;

export const experienceOf = (connector: SsoConnectorWithProviderConfig): ExperienceValues => ({
  connectorName: connector.connectorName,
  domains: connector.domains,
  syncProfile: connector.syncProfile ? 'always' : 'once',
  enableTokenStorage: connector.enableTokenStorage,
  branding: {
    displayName: connector.branding.displayName ?? '',
    logo: connector.branding.logo ?? '',
    darkLogo: connector.branding.darkLogo ?? '',
  },
});

/** The branding is replaced as a whole, so empty values are left out. */
export const bodyOf = (
  { providerType }: Pick<SsoConnectorWithProviderConfig, 'providerType'>,
  values: ExperienceValues,
): UpdateSsoConnector => ({
  connectorName: values.connectorName,
  domains: values.domains,
  syncProfile: values.syncProfile === 'always',
  branding: Object.fromEntries(Object.entries(values.branding).filter(([, value]) => value !== '')),
  // There are no tokens with SAML.
  ...(providerType === 'oidc' && { enableTokenStorage: values.enableTokenStorage }),
});

export const experienceLanding = {
  codes: {
    'single_sign_on.duplicate_connector_name': 'connectorName' as const,
    'single_sign_on.forbidden_domains': 'domains' as const,
    'single_sign_on.duplicated_domains': 'domains' as const,
  },
  field: (path: string) => path as Path<ExperienceValues>,
};
