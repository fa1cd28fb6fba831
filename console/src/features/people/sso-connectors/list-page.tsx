import { Button, Menu } from '@mantine/core';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { type SsoConnectorWithProviderConfig, ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { IconInfoCircle, IconPlus, IconTrash } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { ConnectorLogo } from '#features/messages/connectors/shared/connector-logo.tsx';
import { signUpAndSignInPath } from '#paths/sign-in-experience.ts';
import { createSsoConnectorPath, ssoConnectionPath } from '#paths/sso-connectors.ts';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import type { Column } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PlanTag } from '#platform/plan/plan-parts.tsx';
import { usePlace } from '#platform/router/features.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { useDeleteSsoConnector } from './delete.ts';
import { findStatus } from './find-status.ts';
import { ssoListParts } from './places.ts';
import classes from './sso-connectors.module.css';
import { StatusTag } from './status-tag.tsx';

export function ListPage() {
  const { t } = useTranslation();
  const list = useListState();
  const { page, page_size } = list.query;
  const read = useReadPage(ssoConnectorsApi.list, { query: { page, page_size } });
  const isEmpty = read.data?.total === 0;
  const parts = usePlace(ssoListParts);
  const create = (
    <Button
      component={PageLink}
      to={createSsoConnectorPath}
      leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
    >
      {t('ssoConnectors.create')}
    </Button>
  );
  const actions = (
    <>
      {parts.map(({ action: Action }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the features never change
        <Suspense key={index}>
          <Action />
        </Suspense>
      ))}
      {create}
    </>
  );
  return (
    <PageBody>
      <PageHeader
        title={t('nav.enterpriseSso')}
        tag={<PlanTag of="enterpriseSsoLimit" />}
        purpose={t('ssoConnectors.purpose')}
        actions={!isEmpty && actions}
        isPending={read.isPending}
      />
      {!isEmpty && <OffNotice />}
      {parts.map(({ notice: PartNotice }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the features never change
        <Suspense key={index}>
          <PartNotice />
        </Suspense>
      ))}
      <DataTable
        label={t('nav.enterpriseSso')}
        list={list}
        read={read}
        rowKey={({ id }) => id}
        lead={{
          title: t('ssoConnectors.columns.name'),
          width: '30%',
          image: (connector) => <ProviderLogo connector={connector} />,
          name: ({ connectorName }) => connectorName,
          second: (connector) => `${connector.name} · ${t(`ssoConnectors.status.${findStatus(connector)}`)}`,
          to: ({ id }) => ({ page: ssoConnectionPath, params: { id } }),
        }}
        columns={useColumns()}
        menu={(connector) => <RowMenu connector={connector} />}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('ssoConnectors.emptyTitle')}
            body={t('ssoConnectors.emptyBody')}
            actions={actions}
          />
        }
      />
      <Outlet />
    </PageBody>
  );
}

type OfConnector = { connector: SsoConnectorWithProviderConfig };

function ProviderLogo({ connector }: OfConnector) {
  return <ConnectorLogo of={{ logo: connector.providerLogo, logoDark: connector.providerLogoDark }} />;
}

function RowMenu({ connector }: OfConnector) {
  const { t } = useTranslation();
  const remove = useDeleteSsoConnector();
  return (
    <MoreMenu name={connector.connectorName}>
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void remove(connector)}>
        {t('actions.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}

function useColumns(): Column<SsoConnectorWithProviderConfig>[] {
  const { t } = useTranslation();
  return [
    { id: 'provider', title: t('ssoConnectors.columns.provider'), width: '20%', cell: ({ name }) => name },
    {
      id: 'domains',
      title: t('ssoConnectors.columns.domains'),
      hideUnder: 900,
      cell: ({ domains }) =>
        domains.length === 0 ? (
          '–'
        ) : (
          <span className="truncate" title={domains.join(', ')} dir="ltr">
            {domains.join(', ')}
          </span>
        ),
    },
    {
      id: 'status',
      title: t('ssoConnectors.columns.status'),
      width: '200px',
      cell: (connector) => <StatusTag connector={connector} />,
    },
  ];
}

/** Connectors have no effect while single sign-on is off for the tenant. */
function OffNotice() {
  const { t } = useTranslation();
  const { data } = useRead(signInExperienceApi.get, {}, { quiet: true });
  return (
    data?.singleSignOnEnabled === false && (
      <div className={classes.notice}>
        <Notice tone="warning" icon={IconInfoCircle} title={t('ssoConnectors.off.title')}>
          <Trans
            i18nKey="ssoConnectors.off.body"
            components={{ to: <PageLink className="link" to={signUpAndSignInPath} /> }}
          />
        </Notice>
      </div>
    )
  );
}
