import { Menu } from '@mantine/core';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { IconTrash } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConnectorLogo } from '#features/messages/connectors/shared/connector-logo.tsx';
import { ssoConnectorPath, ssoConnectorsPath } from '#paths/sso-connectors.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { Tabs, TabsSkeleton } from '#platform/detail/tabs.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { PageBody } from '#platform/page/page-header.tsx';
import { useTabsOf } from '#platform/router/features.tsx';
import { useGo, usePathParams, useShowsOneOf } from '#platform/router/links.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { useDeleteSsoConnector } from './delete.ts';
import { ssoConnectorTabs } from './places.ts';
import { StatusTag } from './status-tag.tsx';

/** Header and tabs of an enterprise connector; renders the current tab. */
export function DetailsPage() {
  const { t } = useTranslation();
  const go = useGo();
  const { id } = usePathParams(ssoConnectorPath);
  const read = useRead(ssoConnectorsApi.get, { params: { id } });
  const connector = read.data;
  const remove = useDeleteSsoConnector(() => go(ssoConnectorsPath, {}, { force: true }));
  const tabs = useTabsOf(ssoConnectorTabs, connector);
  const isKnownTab = useShowsOneOf(
    tabs.map(({ page }) => page.path),
    { id },
  );
  if ((read.error instanceof RequestError && read.error.status === 404) || (connector && !isKnownTab)) {
    return <NotFound wasOpen={read.isRefetchError} />;
  }
  return (
    <PageBody busy={!connector}>
      <Breadcrumb
        parents={[{ to: ssoConnectorsPath, label: t('nav.enterpriseSso') }]}
        current={connector?.connectorName ?? '…'}
      />
      {connector ? (
        <DetailHeader
          image={
            <ConnectorLogo of={{ logo: connector.providerLogo, logoDark: connector.providerLogoDark }} size="large" />
          }
          name={connector.connectorName}
          tags={
            <>
              <Tag>{connector.name}</Tag>
              <StatusTag connector={connector} />
            </>
          }
          id={connector.id}
          copyLabel={t('ssoConnectors.copyId')}
          menu={
            <Menu.Item
              data-danger
              leftSection={<IconTrash size={18} stroke={1.5} />}
              onClick={() => void remove(connector)}
            >
              {t('actions.delete')}
            </Menu.Item>
          }
        />
      ) : (
        !read.error && <DetailHeaderSkeleton />
      )}
      {read.error && !connector ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <>
          {connector ? (
            <Tabs tabs={tabs.map(({ page, label }) => ({ to: page.path, label: label(t) }))} params={{ id }} />
          ) : (
            <TabsSkeleton />
          )}
          <Outlet />
        </>
      )}
    </PageBody>
  );
}
