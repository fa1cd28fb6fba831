import { Button } from '@mantine/core';
import { logResults } from '@postern/contracts/records/audit';
import { WebhookEvent, type WebhookLog, webhookLogKey, webhooksApi } from '@postern/contracts/records/webhooks';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { webhookPath, webhookRequestPath, webhookUndeliveredPath } from '#paths/webhooks.ts';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import type { Column } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { Filter } from '#platform/list/filter.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { Toolbar, ToolbarEnd } from '#platform/list/toolbar.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { useDuration } from './duration.ts';
import { eventsOf } from './event-groups.ts';
import { RequestsSummary } from './requests-summary.tsx';
import { StatusTag } from './status-tag.tsx';

/** Requests are sent in the background. */
const refreshEvery = 5000;

export const eventOf = ({ key }: Pick<WebhookLog, 'key'>) => key.slice(key.indexOf('.') + 1);

export function RequestsTab() {
  const { t } = useTranslation();
  const { id } = usePathParams(webhookPath);
  const list = useListState(['event', 'result']);
  const { page, page_size } = list.query;
  const event = WebhookEvent.safeParse(list.filters.event[0]).data;
  const query = {
    page,
    page_size,
    logKey: event && webhookLogKey(event),
    result: logResults.find((result) => result === list.filters.result[0]),
  };
  const { data: hook } = useRead(webhooksApi.get, { params: { id } });
  const { data: status } = useRead(webhooksApi.status, { params: { id } }, { quiet: true, every: refreshEvery });
  const read = useReadPage(webhooksApi.recentLogs, { params: { id }, query }, { every: refreshEvery });
  const { moment } = useFormat();
  const duration = useDuration();
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  return (
    <TabBody>
      <UndeliveredNotice id={id} dead={status?.dead ?? 0} />
      <RequestsSummary status={status} />
      {!isEmpty && (
        <Toolbar>
          <Filter
            single
            label={t('webhooks.columns.event')}
            options={(hook ? eventsOf(hook) : []).map((value) => ({ value, label: value }))}
            values={list.filters.event}
            onChange={(values) => list.setFilter('event', values)}
          />
          <Filter
            single
            label={t('webhooks.columns.status')}
            options={logResults.map((value) => ({ value, label: t(`webhooks.requests.results.${value}`) }))}
            values={list.filters.result}
            onChange={(values) => list.setFilter('result', values)}
          />
          <ToolbarEnd>
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} stroke={1.5} aria-hidden />}
              onClick={() => void read.refetch()}
            >
              {t('webhooks.requests.refresh')}
            </Button>
          </ToolbarEnd>
        </Toolbar>
      )}
      <DataTable
        label={t('webhooks.tabs.requests')}
        lead={{
          title: t('webhooks.columns.event'),
          name: eventOf,
          second: ({ createdAt, payload }) =>
            [payload.response?.statusCode ?? t('webhooks.requests.noResponse'), moment(createdAt)].join(' · '),
          to: ({ id: logId }) => ({ page: webhookRequestPath, params: { id, logId } }),
        }}
        columns={useColumns(duration)}
        rowKey={(log) => log.id}
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('webhooks.requests.emptyTitle')}
            body={t('webhooks.requests.emptyBody')}
          />
        }
      />
    </TabBody>
  );
}

function useColumns(duration: (ms: number) => string): Column<WebhookLog>[] {
  const { t } = useTranslation();
  const { moment } = useFormat();
  return [
    {
      id: 'status',
      title: t('webhooks.columns.status'),
      width: '150px',
      cell: ({ payload }) => <StatusTag payload={payload} />,
    },
    {
      id: 'attempt',
      title: t('webhooks.columns.attempt'),
      width: '104px',
      hideUnder: 900,
      cell: ({ payload }) => <span className="tabular">{payload.attempt}</span>,
    },
    {
      id: 'duration',
      title: t('webhooks.columns.duration'),
      width: '112px',
      cell: ({ payload }) => (
        <span className="tabular">{payload.durationMs !== undefined && duration(payload.durationMs)}</span>
      ),
    },
    {
      id: 'time',
      title: t('webhooks.columns.time'),
      width: '232px',
      cell: ({ createdAt }) => <span className="tabular">{moment(createdAt)}</span>,
    },
  ];
}

function UndeliveredNotice({ id, dead }: { id: string; dead: number }) {
  const { t } = useTranslation();
  return (
    dead > 0 && (
      <Notice tone="warning" icon={IconAlertTriangle} title={t('webhooks.undelivered.noticeTitle', { count: dead })}>
        <PageLink className="link" to={webhookUndeliveredPath} params={{ id }}>
          {t('webhooks.undelivered.noticeLink')}
        </PageLink>
      </Notice>
    )
  );
}
