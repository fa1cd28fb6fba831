import { Button } from '@mantine/core';
import { type Connector, connectorsApi } from '@postern/contracts/messages/connectors';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import type { User } from '@postern/contracts/people/users';
import { useTranslation } from 'react-i18next';
import { ConnectorLogo } from '#features/messages/connectors/shared/connector-logo.tsx';
import { sayIn } from '#features/messages/connectors/shared/say-in.ts';
import { userSocialIdentityPath } from '#paths/users.ts';
import { useRead } from '#platform/client/use-read.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { CardList } from '../shared/card-list.tsx';
import classes from '../user-details.module.css';
import { TokenStatusTag, tokenStatusOf } from './token-status.tsx';

/** Social identities of the user. */
export function ConnectionsCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const read = useRead(
    userIdentitiesApi.listAll,
    { params: { userId: user.id }, query: { includeTokenSecret: 'true' } },
    { quiet: true },
  );
  const providerOf = useProviders();
  const rows =
    providerOf && read.data?.socialIdentities.map((social) => ({ ...social, provider: providerOf(social.target) }));
  return (
    <FormCard title={t('userDetails.connections.title')} help={t('userDetails.connections.help')}>
      <CardList
        label={t('userDetails.connections.title')}
        read={{ ...read, data: rows }}
        none={t('userDetails.connections.none')}
        rowKey={({ target }) => target}
        columns={[
          {
            id: 'connector',
            title: t('userDetails.connections.connector'),
            width: '30%',
            cell: ({ provider }) => (
              <span className={classes.named}>
                <ConnectorLogo of={logoOf(provider)} />
                <span className="truncate" title={provider.name}>
                  {provider.name}
                </span>
              </span>
            ),
          },
          {
            id: 'account',
            title: t('userDetails.connections.account'),
            cell: ({ identity }) => (
              <div className="truncate" title={identity.userId}>
                <code>{identity.userId}</code>
              </div>
            ),
          },
          {
            id: 'tokens',
            title: t('userDetails.connections.tokens'),
            width: '156px',
            cell: ({ tokenSecret, provider }) => (
              <TokenStatusTag status={tokenStatusOf(tokenSecret, provider.connectors)} />
            ),
          },
          {
            id: 'manage',
            title: '',
            width: '104px',
            cell: ({ target, provider }) => (
              <Button
                component={PageLink}
                to={userSocialIdentityPath}
                params={{ id: user.id, target }}
                variant="default"
                size="xs"
                aria-label={t('userDetails.connections.manageWhat', { name: provider.name })}
              >
                {t('userDetails.connections.manage')}
              </Button>
            ),
          },
        ]}
      />
    </FormCard>
  );
}

/** A provider: its connectors, one per platform, and its display name. */
export type Provider = { connectors: readonly Connector[]; name: string };

/** Providers by target; undefined while loading. A target without connectors is used as name. */
export function useProviders(): ((target: string) => Provider) | undefined {
  const { i18n } = useTranslation();
  const { data, error } = useRead(connectorsApi.list, { query: {} }, { quiet: true, staleTime: 60_000 });
  if (!data && !error) {
    return undefined;
  }
  return (target) => {
    const connectors = data?.filter((connector) => connector.type === 'Social' && connector.target === target) ?? [];
    const [first] = connectors;
    return { connectors, name: first ? sayIn(first.name, i18n.language) : target };
  };
}

const unknown = { logo: '', logoDark: null };

export const logoOf = ({ connectors: [first] }: Provider) => first ?? unknown;
