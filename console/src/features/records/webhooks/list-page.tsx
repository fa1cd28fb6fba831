import { Button } from '@mantine/core';
import { type WebhookWithStats, webhooksApi } from '@postern/contracts/records/webhooks';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { createWebhookPath, webhookSettingsPath } from '#paths/webhooks.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import type { Column } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PlanTag } from '#platform/plan/plan-parts.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { eventsOf } from './event-groups.ts';
import { RowMenu } from './row-menu.tsx';
import { SuccessRate } from './success-rate.tsx';
import classes from './webhooks.module.css';

/** The counts of the last 24 hours change in the background. */
const refreshEvery = 15_000;

export function ListPage() {
  const { t } = useTranslation();
  const list = useListState();
  const { page, page_size } = list.query;
  const query = { page, page_size, includeExecutionStats: 'true' };
  const read = useReadPage(webhooksApi.list, { query }, { every: refreshEvery });
  const isEmpty = read.data?.total === 0;
  return (
    <PageBody>
      <PageHeader
        title={t('nav.webhooks')}
        tag={<PlanTag of="hooksLimit" />}
        purpose={t('webhooks.purpose')}
        actions={!isEmpty && <CreateButton />}
        isPending={read.isPending}
      />
      <DataTable
        label={t('nav.webhooks')}
        lead={{
          title: t('webhooks.columns.name'),
          image: () => <Tile icon={IconWebhook} />,
          name: ({ name, id }) => name || id,
          second: ({ config }) => config.url,
          after: ({ enabled }) => !enabled && <Tag>{t('webhooks.disabled')}</Tag>,
          to: ({ id }) => ({ page: webhookSettingsPath, params: { id } }),
        }}
        columns={useColumns()}
        rowKey={({ id }) => id}
        menu={(hook) => <RowMenu hook={hook} />}
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('webhooks.emptyTitle')}
            body={t('webhooks.emptyBody')}
            actions={<CreateButton />}
          />
        }
      />
      <Outlet />
    </PageBody>
  );
}

function useColumns(): Column<WebhookWithStats>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  return [
    {
      id: 'events',
      title: t('webhooks.columns.events'),
      width: '30%',
      hideUnder: 1100,
      cell: (hook) => <Events events={eventsOf(hook)} />,
    },
    {
      id: 'rate',
      title: t('webhooks.columns.successRate'),
      width: '184px',
      cell: ({ executionStats }) => <SuccessRate stats={executionStats} />,
    },
    {
      id: 'requests',
      title: t('webhooks.columns.requests'),
      width: '152px',
      cell: ({ executionStats }) => <span className="tabular">{number(executionStats?.requestCount ?? 0)}</span>,
    },
  ];
}

/** The first event by name, and how many more there are. */
function Events({ events }: { events: readonly string[] }) {
  const { t } = useTranslation();
  const [first, ...others] = events;
  return (
    <span className={classes.events} title={events.join(', ')}>
      <code className="truncate">{first}</code>
      {others.length > 0 && <Tag small>{t('webhooks.moreEvents', { count: others.length })}</Tag>}
    </span>
  );
}

function CreateButton() {
  const { t } = useTranslation();
  return (
    <Button
      component={PageLink}
      to={createWebhookPath}
      search
      leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
    >
      {t('webhooks.create')}
    </Button>
  );
}
