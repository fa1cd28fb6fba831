import { Button } from '@mantine/core';
import { type SsoConnectorWithProviderConfig, ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import type { User } from '@postern/contracts/people/users';
import { useTranslation } from 'react-i18next';
import { ConnectorLogo } from '#features/messages/connectors/shared/connector-logo.tsx';
import { userSsoIdentityPath } from '#paths/users.ts';
import { useRead } from '#platform/client/use-read.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { CardList } from '../shared/card-list.tsx';
import classes from '../user-details.module.css';
import { TokenStatusTag, tokenStatusOf } from './token-status.tsx';

/** Accounts of the user at enterprise providers. */
export function SsoCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const read = useRead(
    userIdentitiesApi.listAll,
    { params: { userId: user.id }, query: { includeTokenSecret: 'true' } },
    { quiet: true },
  );
  const identities = read.data?.ssoIdentities;
  const connectorOf = useSsoConnectors(identities !== undefined && identities.length > 0);
  const rows =
    identities?.length === 0
      ? []
      : connectorOf && identities?.map((one) => ({ ...one, connector: connectorOf(one.ssoConnectorId) }));
  return (
    <FormCard title={t('userDetails.sso.title')} help={t('userDetails.sso.help')}>
      <CardList
        label={t('userDetails.sso.title')}
        read={{ ...read, data: rows }}
        none={t('userDetails.sso.none')}
        rowKey={({ ssoConnectorId }) => ssoConnectorId}
        columns={[
          {
            id: 'connector',
            title: t('userDetails.sso.connector'),
            width: '34%',
            cell: ({ connector, ssoConnectorId }) => (
              <span className={classes.named}>
                <ConnectorLogo of={ssoLogoOf(connector)} />
                <span className="truncate" title={connector?.connectorName}>
                  {connector?.connectorName ?? ssoConnectorId}
                </span>
              </span>
            ),
          },
          {
            id: 'account',
            title: t('userDetails.sso.account'),
            cell: ({ ssoIdentity }) => (
              <div className="truncate" title={ssoIdentity.identityId}>
                <code>{ssoIdentity.identityId}</code>
              </div>
            ),
          },
          {
            id: 'tokens',
            title: t('userDetails.connections.tokens'),
            width: '128px',
            cell: ({ tokenSecret, connector }) =>
              connector?.providerType === 'saml' ? null : (
                <TokenStatusTag status={tokenStatusOf(tokenSecret, connector ? [connector] : [])} />
              ),
          },
          {
            id: 'manage',
            title: '',
            width: '104px',
            cell: ({ ssoConnectorId, connector }) => (
              <Button
                component={PageLink}
                to={userSsoIdentityPath}
                params={{ id: user.id, connectorId: ssoConnectorId }}
                variant="default"
                size="xs"
                aria-label={t('userDetails.sso.manageWhat', { name: connector?.connectorName ?? ssoConnectorId })}
              >
                {t('userDetails.sso.manage')}
              </Button>
            ),
          },
        ]}
      />
    </FormCard>
  );
}

/** Enterprise connectors by id; undefined while loading. */
function useSsoConnectors(enabled: boolean) {
  const { data, error } = useRead(ssoConnectorsApi.list, { query: {} }, { enabled, quiet: true, staleTime: 60_000 });
  return data || error ? (id: string) => data?.find((one) => one.id === id) : undefined;
}

export const ssoLogoOf = (connector: SsoConnectorWithProviderConfig | undefined) => ({
  logo: connector?.providerLogo ?? '',
  logoDark: connector?.providerLogoDark ?? null,
});
