import type { SsoProviderName } from '@postern/contracts/people/sso-configs';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#platform/form/password-field.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { type ConnectionValues, hasIssuer } from './connection-form.ts';

const issuerExamples: Partial<Record<SsoProviderName, string>> = {
  OIDC: 'https://login.example.com',
  Okta: 'https://example.okta.com',
  AzureAdOidc: 'https://login.microsoftonline.com/{tenant-id}/v2.0',
};

type OidcFieldsProps = { control: Control<ConnectionValues, unknown, ConnectionValues>; provider: SsoProviderName };

/** The client that the identity provider has registered for us. */
export function OidcFields({ control, provider }: OidcFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      {hasIssuer(provider) && (
        <TextField
          control={control}
          name="issuer"
          label={t('ssoConnectors.oidc.issuer')}
          help={t('ssoConnectors.oidc.issuerHelp')}
          placeholder={issuerExamples[provider]}
          inputMode="url"
          mono
        />
      )}
      <TextField control={control} name="clientId" label={t('ssoConnectors.oidc.clientId')} mono />
      <PasswordField control={control} name="clientSecret" label={t('ssoConnectors.oidc.clientSecret')} />
      <TextField
        control={control}
        name="scope"
        label={t('ssoConnectors.oidc.scope')}
        help={t('ssoConnectors.oidc.scopeHelp')}
        placeholder="groups"
        mono
        optional
      />
      <SwitchField
        control={control}
        name="trustUnverifiedEmail"
        label={t('ssoConnectors.oidc.trustEmail')}
        help={t(provider === 'AzureAdOidc' ? 'ssoConnectors.oidc.trustEmailHelp' : 'ssoConnectors.oidc.trustOtherHelp')}
      />
      {provider === 'GoogleWorkspace' && (
        <SwitchField
          control={control}
          name="offlineAccess"
          label={t('ssoConnectors.oidc.offline')}
          help={t('ssoConnectors.oidc.offlineHelp')}
        />
      )}
    </>
  );
}
