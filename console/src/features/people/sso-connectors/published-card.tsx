import {
  type SamlProviderConfig,
  type SsoConnectorWithProviderConfig,
  ssoConnectorsApi,
} from '@postern/contracts/people/sso-connectors';
import { IconAlertTriangle, IconPlugOff, IconRefreshAlert } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { FormCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { expiresSoon, findStatus, oidcOf, samlOf } from './find-status.ts';
import classes from './sso-connectors.module.css';

/** What the identity provider publishes about itself. Hidden until the connector is set up. */
export function PublishedCard({ connector }: { connector: SsoConnectorWithProviderConfig }) {
  const { t } = useTranslation();
  const status = findStatus(connector);
  if (status === 'unset') {
    return null;
  }
  const oidc = oidcOf(connector);
  const saml = samlOf(connector)?.identityProvider;
  return (
    <FormCard
      title={t('ssoConnectors.published.title')}
      help={t(`ssoConnectors.published.help.${connector.providerType}`)}
    >
      {status === 'unreadable' && <Unreadable id={connector.id} />}
      {connector.metadataError && (
        <Notice tone="warning" icon={IconRefreshAlert} title={t('ssoConnectors.published.stale')}>
          {connector.metadataError} {t('ssoConnectors.published.staleHelp')}
        </Notice>
      )}
      {oidc && (
        <KeyValues
          rows={[
            { label: t('ssoConnectors.oidc.issuer'), value: oidc.issuer },
            { label: t('ssoConnectors.published.authorization'), value: oidc.authorizationEndpoint },
            { label: t('ssoConnectors.published.token'), value: oidc.tokenEndpoint },
            ...(oidc.userinfoEndpoint
              ? [{ label: t('ssoConnectors.published.userinfo'), value: oidc.userinfoEndpoint }]
              : []),
            { label: t('ssoConnectors.published.jwks'), value: oidc.jwksUri },
            ...(oidc.endSessionEndpoint
              ? [{ label: t('ssoConnectors.published.endSession'), value: oidc.endSessionEndpoint }]
              : []),
          ]}
        />
      )}
      {saml && <IdentityProvider provider={saml} />}
    </FormCard>
  );
}

function Unreadable({ id }: { id: string }) {
  const { t } = useTranslation();
  const read = useRead(ssoConnectorsApi.get, { params: { id } });
  return (
    <Notice tone="danger" icon={IconPlugOff} title={t('ssoConnectors.published.unreadable')}>
      {t('ssoConnectors.published.unreadableHelp')}
      <div className={classes.noticeAction}>
        <BusyButton variant="default" size="xs" busy={read.isFetching} onClick={() => void read.refetch()}>
          {t('actions.tryAgain')}
        </BusyButton>
      </div>
    </Notice>
  );
}

function IdentityProvider({ provider }: { provider: NonNullable<SamlProviderConfig['identityProvider']> }) {
  const { t } = useTranslation();
  const { date, dateTime } = useFormat();
  const { certificateExpiresAt: expiresAt, isCertificateValid } = provider;
  const isSoon = isCertificateValid && expiresSoon(expiresAt);
  return (
    <>
      {(isSoon || !isCertificateValid) && (
        <Notice
          tone={isSoon ? 'warning' : 'danger'}
          icon={IconAlertTriangle}
          title={t(isSoon ? 'ssoConnectors.published.expiring' : 'ssoConnectors.published.expired', {
            date: date(expiresAt),
          })}
        >
          {t('ssoConnectors.published.renew')}
        </Notice>
      )}
      <KeyValues
        rows={[
          { label: t('ssoConnectors.saml.entityId'), value: provider.entityId },
          { label: t('ssoConnectors.saml.signInEndpoint'), value: provider.signInEndpoint },
          ...(provider.signOutEndpoint
            ? [{ label: t('ssoConnectors.published.signOut'), value: provider.signOutEndpoint }]
            : []),
          { label: t('ssoConnectors.published.expires'), value: dateTime(expiresAt), plain: true },
        ]}
      />
      <CodeBlock label={t('ssoConnectors.saml.certificate')} text={provider.x509Certificate.trim()} />
    </>
  );
}
