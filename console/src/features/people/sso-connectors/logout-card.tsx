import type { SsoConnectorWithProviderConfig } from '@postern/contracts/people/sso-connectors';
import { IconInfoCircle } from '@tabler/icons-react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import type { ConnectionValues } from './connection-form.ts';
import { oidcOf, samlOf } from './find-status.ts';

type LogoutCardProps = {
  control: Control<ConnectionValues, unknown, ConnectionValues>;
  connector: SsoConnectorWithProviderConfig;
};

/** Single logout in both directions: the setting for sign-outs here, and the addresses for those of the provider. */
export function LogoutCard({ control, connector }: LogoutCardProps) {
  const { t } = useTranslation();
  const isOn = useWatch({ control, name: 'signOutOfProvider' });
  return (
    <FormCard title={t('ssoConnectors.logout.title')} help={t(`ssoConnectors.logout.help.${connector.providerType}`)}>
      <KeyValues rows={useAddresses(connector)} />
      <SwitchField
        control={control}
        name="signOutOfProvider"
        label={t('ssoConnectors.logout.label')}
        help={t(`ssoConnectors.logout.labelHelp.${connector.providerType}`)}
      />
      {isOn && lacksLogout(connector) && (
        <Notice tone="warning" icon={IconInfoCircle} title={t('ssoConnectors.logout.unsupported')}>
          {t(`ssoConnectors.logout.unsupportedHelp.${connector.providerType}`)}
        </Notice>
      )}
    </FormCard>
  );
}

/** Whether the settings were read, and the provider publishes no address for it. */
function lacksLogout(connector: SsoConnectorWithProviderConfig): boolean {
  const [oidc, saml] = [oidcOf(connector), samlOf(connector)?.identityProvider];
  return (oidc && !oidc.endSessionEndpoint) || (saml && !saml.signOutEndpoint) || false;
}

function useAddresses(connector: SsoConnectorWithProviderConfig) {
  const { t } = useTranslation();
  const endpoint = useTenantEndpoint();
  if (connector.providerType === 'saml') {
    const url = samlOf(connector)?.serviceProvider.singleLogoutServiceUrl;
    return [{ label: t('ssoConnectors.logout.singleLogoutUrl'), value: url }];
  }
  // Also before the connector is set up: the provider is registered first.
  const base = endpoint && `${endpoint}/api/authn/single-sign-on`;
  return [
    { label: t('ssoConnectors.logout.redirectUri'), value: base && `${base}/logout` },
    { label: t('ssoConnectors.logout.backChannelUri'), value: base && `${base}/oidc/${connector.id}/logout` },
  ];
}
