import { Button } from '@mantine/core';
import type { ResponseOf } from '@postern/contracts/endpoint';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { type User, usersApi } from '@postern/contracts/people/users';
import { useTranslation } from 'react-i18next';
import { ConnectorLogo } from '#features/messages/connectors/shared/connector-logo.tsx';
import { connectorPath } from '#paths/connectors.ts';
import { userSettingsPath, userSocialIdentityPath, usersPath } from '#paths/users.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { CardTableNote } from '#platform/detail/card-table.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { DangerRow, FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { PageBody } from '#platform/page/page-header.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { labelOf } from '../shared/label.ts';
import { logoOf, type Provider, useProviders } from './connections-card.tsx';
import { TokenStorageCard } from './token-storage-card.tsx';

/** A social identity of a user. */
export function IdentityPage() {
  const { t } = useTranslation();
  const { id, target } = usePathParams(userSocialIdentityPath);
  const user = useRead(usersApi.get, { params: { userId: id } }, { quiet: true });
  const read = useRead(
    userIdentitiesApi.get,
    { params: { userId: id, target }, query: { includeTokenSecret: 'true' } },
    { quiet: true },
  );
  const provider = useProviders()?.(target);
  const error = read.error ?? user.error;
  if (error instanceof RequestError && error.status === 404) {
    return <NotFound />;
  }
  const isReady = user.data && read.data && provider;
  return (
    <PageBody busy={!isReady && !error}>
      <Breadcrumb
        parents={[
          { to: usersPath, label: t('nav.users') },
          { to: userSettingsPath, params: { id }, label: user.data ? labelOf(user.data) : '…' },
        ]}
        current={provider?.name ?? '…'}
      />
      {isReady ? (
        <Identity user={user.data} target={target} provider={provider} {...read.data} />
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

type IdentityProps = ResponseOf<typeof userIdentitiesApi.get> & { user: User; target: string; provider: Provider };

function Identity({ user, target, provider, identity, tokenSecret }: IdentityProps) {
  const { t } = useTranslation();
  const { details } = identity;
  const [connector] = provider.connectors;
  return (
    <>
      <DetailHeader
        image={<ConnectorLogo of={logoOf(provider)} size="large" />}
        name={provider.name}
        id={identity.userId}
        copyLabel={t('actions.copyWhat', { what: t('userDetails.identity.account') })}
      />
      <Cards>
        <FormCard title={t('userDetails.identity.title')} help={t('userDetails.identity.help')}>
          <KeyValues
            rows={[
              {
                label: t('userDetails.identity.provider'),
                value: connector ? provider.name : t('userDetails.identity.gone', { target }),
                plain: true,
                to: connector && { page: connectorPath, params: { tab: 'social', connectorId: connector.id } },
              },
              { label: t('userDetails.identity.account'), value: identity.userId },
            ]}
          />
        </FormCard>
        <FormCard title={t('userDetails.identity.profile')} help={t('userDetails.identity.profileHelp')}>
          {details && Object.keys(details).length > 0 ? (
            <CodeBlock label={t('userDetails.identity.profile')} text={JSON.stringify(details, null, 2)} />
          ) : (
            <CardTableNote>{t('userDetails.identity.noProfile')}</CardTableNote>
          )}
        </FormCard>
        <TokenStorageCard
          name={provider.name}
          connectors={provider.connectors}
          secret={tokenSecret}
          link={
            connector && (
              <PageLink className="link" to={connectorPath} params={{ tab: 'social', connectorId: connector.id }}>
                {t('userDetails.storage.settings')}
              </PageLink>
            )
          }
        />
        <UnlinkCard user={user} target={target} provider={provider} />
      </Cards>
    </>
  );
}

type UnlinkCardProps = { user: User; target: string; provider: Provider };

/** Whether the user has no other way to sign in. */
const isLastWay = ({ primaryEmail, primaryPhone, username, identities }: User) =>
  !primaryEmail && !primaryPhone && !username && Object.keys(identities).length === 1;

function UnlinkCard({ user, target, provider }: UnlinkCardProps) {
  const { t } = useTranslation();
  const go = useGo();
  const unlink = useWrite(userIdentitiesApi.remove, {
    onDone: async () => {
      await go(userSettingsPath, { id: user.id });
      showSuccess(t('userDetails.unlink.done', { provider: provider.name }));
    },
  });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('userDetails.unlink.confirmTitle', { provider: provider.name, name: labelOf(user) }),
      body: t(isLastWay(user) ? 'userDetails.unlink.lastWay' : 'userDetails.unlink.consequence'),
      confirm: t('userDetails.unlink.action'),
      danger: true,
    });
    if (confirmed) {
      unlink.mutate({ params: { userId: user.id, target } });
    }
  };
  return (
    <FormCard title={t('users.danger.title')} help={t('userDetails.unlink.help')} danger>
      <DangerRow
        title={t('userDetails.unlink.what')}
        help={t('userDetails.unlink.consequence')}
        action={
          <Button variant="danger" onClick={() => void ask()}>
            {t('userDetails.unlink.action')}
          </Button>
        }
      />
    </FormCard>
  );
}
