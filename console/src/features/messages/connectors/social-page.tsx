import { Button } from '@mantine/core';
import { defaultPageSize } from '@postern/contracts/fields';
import { type Connector, connectorsApi } from '@postern/contracts/messages/connectors';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { connectorPath, createConnectorPath } from '#paths/connectors.ts';
import { useRead } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import classes from './connectors.module.css';
import { useDeleteConnector } from './delete.ts';
import { ListFrame } from './list-frame.tsx';
import { OfferNotice } from './offer-notice.tsx';
import { ConnectorLogo } from './shared/connector-logo.tsx';
import { sayIn } from './shared/say-in.ts';

/** Groups platforms of the same provider, one row each. */
const byTarget = (one: Connector, other: Connector) =>
  one.target.localeCompare(other.target) || (one.platform ?? '').localeCompare(other.platform ?? '');

/** Social connectors. */
export function SocialPage() {
  const { t, i18n } = useTranslation();
  const read = useRead(connectorsApi.list, { query: {} });
  const list = useListState();
  const remove = useDeleteConnector();
  const all = read.data?.filter(({ type }) => type === 'Social').sort(byTarget);
  const isEmpty = all?.length === 0;
  const first = (list.page - 1) * defaultPageSize;
  const create = (
    <Button
      component={PageLink}
      to={createConnectorPath}
      params={{ tab: 'social', createType: 'social' }}
      leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
    >
      {t('connectors.create.social')}
    </Button>
  );
  return (
    <ListFrame busy={read.isPending} actions={!isEmpty && create} isPending={read.isPending}>
      {all && (
        <div className={classes.notice}>
          <OfferNotice connectors={all} />
        </div>
      )}
      <DataTable
        label={t('connectors.tabs.social')}
        list={list}
        read={{
          ...read,
          data: all && {
            items: all.slice(first, first + defaultPageSize),
            total: all.length,
            view: String(list.page),
          },
        }}
        rowKey={({ id }) => id}
        lead={{
          title: t('connectors.columns.connector'),
          image: (connector) => <ConnectorLogo of={connector} />,
          name: ({ name }) => sayIn(name, i18n.language),
          second: ({ target }) => target,
          to: ({ id }) => ({ page: connectorPath, params: { tab: 'social', connectorId: id } }),
        }}
        columns={[
          {
            id: 'target',
            title: t('connectors.columns.target'),
            cell: ({ target }) => <code>{target}</code>,
            hideUnder: 900,
          },
          {
            id: 'type',
            title: t('connectors.columns.type'),
            width: '240px',
            cell: ({ platform }) =>
              platform && platform !== 'Universal'
                ? t('connectors.typeOn', {
                    type: t('connectors.types.Social'),
                    platform: t(`connectors.platforms.${platform}`),
                  })
                : t('connectors.types.Social'),
          },
        ]}
        menu={(connector) => (
          <IconButton
            label={t('connectors.delete.what', { name: sayIn(connector.name, i18n.language) })}
            size="small"
            onClick={() => void remove(connector)}
          >
            <IconTrash size={18} stroke={1.5} aria-hidden />
          </IconButton>
        )}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('connectors.emptyTitle')}
            body={t('connectors.emptyBody')}
            actions={create}
          />
        }
      />
    </ListFrame>
  );
}
