import type { ResponseOf } from '@postern/contracts/endpoint';
import { type SsoConnectorWithProviderConfig, ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { usersApi } from '@postern/contracts/people/users';
import { useTranslation } from 'react-i18next';
import { ConnectorLogo } from '#features/messages/connectors/shared/connector-logo.tsx';
import { ssoConnectionPath, ssoExperiencePath } from '#paths/sso-connectors.ts';
import { userSettingsPath, userSsoIdentityPath, usersPath } from '#paths/users.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { CardTableNote } from '#platform/detail/card-table.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { PageBody } from '#platform/page/page-header.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { labelOf } from '../shared/label.ts';
import { ssoLogoOf } from './sso-card.tsx';
import { TokenStorageCard } from './token-storage-card.tsx';

/** An enterprise identity of a user. */
export function SsoIdentityPage() {
  const { t } = useTranslation();
  const { id, connectorId } = usePathParams(userSsoIdentityPath);
  const user = useRead(usersApi.get, { params: { userId: id } }, { quiet: true });
  const read = useRead(
    userIdentitiesApi.getSso,
    { params: { userId: id, ssoConnectorId: connectorId }, query: { includeTokenSecret: 'true' } },
    { quiet: true },
  );
  const connector = useRead(ssoConnectorsApi.get, { params: { id: connectorId } }, { quiet: true });
  const error = read.error ?? user.error;
  if (error instanceof RequestError && error.status === 404) {
    return <NotFound />;
  }
  const isReady = user.data && read.data && (connector.data || connector.error);
  return (
    <PageBody busy={!isReady && !error}>
      <Breadcrumb
        parents={[
          { to: usersPath, label: t('nav.users') },
          { to: userSettingsPath, params: { id }, label: user.data ? labelOf(user.data) : '…' },
        ]}
        current={connector.data?.connectorName ?? (connector.error ? connectorId : '…')}
      />
      {isReady && read.data ? (
        <SsoIdentity connector={connector.data} {...read.data} />
      ) : error ? (
        <LoadFailed error={error} retry={() => Promise.all([user.refetch(), read.refetch()])} />
      ) : (
        <>
          <DetailHeaderSkeleton />
          <Cards>
            <FormCardSkeleton fields={2} />
            <FormCardSkeleton fields={3} />
          </Cards>
        </>
      )}
    </PageBody>
  );
}

type SsoIdentityProps = ResponseOf<typeof userIdentitiesApi.getSso> & {
  connector: SsoConnectorWithProviderConfig | undefined;
};

function SsoIdentity({ connector, ssoIdentity, tokenSecret }: SsoIdentityProps) {
  const { t } = useTranslation();
  const { moment } = useFormat();
  const name = connector?.connectorName ?? ssoIdentity.ssoConnectorId;
  const { detail } = ssoIdentity;
  return (
    <>
      <DetailHeader
        image={<ConnectorLogo of={ssoLogoOf(connector)} size="large" />}
        name={name}
        id={ssoIdentity.identityId}
        copyLabel={t('actions.copyWhat', { what: t('userDetails.sso.account') })}
      />
      <Cards>
        <FormCard title={t('userDetails.sso.identityTitle')} help={t('userDetails.sso.identityHelp')}>
          <KeyValues
            rows={[
              {
                label: t('userDetails.sso.connector'),
                value: name,
                plain: true,
                to: connector && { page: ssoConnectionPath, params: { id: connector.id } },
              },
              { label: t('userDetails.sso.account'), value: ssoIdentity.identityId },
              { label: t('userDetails.sso.issuer'), value: ssoIdentity.issuer },
              { label: t('userDetails.sso.created'), value: moment(ssoIdentity.createdAt), plain: true },
              { label: t('userDetails.sso.updated'), value: moment(ssoIdentity.updatedAt), plain: true },
            ]}
          />
        </FormCard>
        {connector?.providerType !== 'saml' && (
          <TokenStorageCard
            name={name}
            connectors={connector ? [connector] : []}
            secret={tokenSecret}
            link={
              connector && (
                <PageLink className="link" to={ssoExperiencePath} params={{ id: connector.id }}>
                  {t('userDetails.storage.settings')}
                </PageLink>
              )
            }
          />
        )}
        <FormCard title={t('userDetails.sso.profile')} help={t('userDetails.sso.profileHelp')}>
          {Object.keys(detail).length > 0 ? (
            <CodeBlock label={t('userDetails.sso.profile')} text={JSON.stringify(detail, null, 2)} />
          ) : (
            <CardTableNote>{t('userDetails.sso.noProfile')}</CardTableNote>
          )}
        </FormCard>
      </Cards>
    </>
  );
}
