import { Menu } from '@mantine/core';
import { deliveryStates, type WebhookDelivery, webhooksApi } from '@postern/contracts/records/webhooks';
import { IconAlertCircle, IconClock, IconPlayerPause, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { webhookPath } from '#paths/webhooks.ts';
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
import { isReadOnly } from '#platform/session/read-only.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { useReplay, useReplayAll } from './replay.ts';
import classes from './webhooks.module.css';

/** Deliveries are retried in the background. */
const refreshEvery = 5000;

/** Deliveries that wait for another attempt, and those that have failed for good. */
export function UndeliveredTab() {
  const { t } = useTranslation();
  const { moment } = useFormat();
  const { id } = usePathParams(webhookPath);
  const list = useListState(['state']);
  const { page, page_size } = list.query;
  const state = deliveryStates.find((one) => one === list.filters.state[0]);
  const { data: status } = useRead(webhooksApi.status, { params: { id } }, { quiet: true, every: refreshEvery });
  const query = { page, page_size, state };
  const read = useReadPage(webhooksApi.deliveries, { params: { id }, query }, { every: refreshEvery });
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  return (
    <TabBody>
      {status?.pausedUntil && (
        <Notice tone="warning" icon={IconPlayerPause} title={t('webhooks.undelivered.pausedTitle')}>
          {t('webhooks.undelivered.pausedBody', { time: moment(status.pausedUntil) })}
        </Notice>
      )}
      {!isEmpty && (
        <Toolbar>
          <Filter
            single
            label={t('webhooks.columns.state')}
            options={deliveryStates.map((value) => ({ value, label: t(`webhooks.undelivered.states.${value}`) }))}
            values={list.filters.state}
            onChange={(values) => list.setFilter('state', values)}
          />
          {status && status.dead > 0 && (
            <ToolbarEnd>
              <ReplayAllButton id={id} dead={status.dead} />
            </ToolbarEnd>
          )}
        </Toolbar>
      )}
      <DataTable
        label={t('webhooks.tabs.undelivered')}
        lead={{
          title: t('webhooks.columns.event'),
          name: ({ event }) => event,
          second: ({ objectId, lastError }) => lastError ?? objectId,
        }}
        columns={useColumns()}
        rowKey={(delivery) => delivery.id}
        menu={(delivery) => <DeliveryMenu hookId={id} delivery={delivery} />}
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('webhooks.undelivered.emptyTitle')}
            body={t('webhooks.undelivered.emptyBody')}
          />
        }
      />
    </TabBody>
  );
}

function ReplayAllButton({ id, dead }: { id: string; dead: number }) {
  const { t } = useTranslation();
  const { isPending, replayAll } = useReplayAll(id);
  if (isReadOnly()) {
    return null;
  }
  return (
    <BusyButton
      variant="default"
      busy={isPending}
      leftSection={<IconSend size={18} stroke={1.5} aria-hidden />}
      onClick={() => void replayAll(dead)}
    >
      {t('webhooks.undelivered.replayAll')}
    </BusyButton>
  );
}

function DeliveryMenu({ hookId, delivery }: { hookId: string; delivery: WebhookDelivery }) {
  const { t } = useTranslation();
  const { replay } = useReplay(hookId);
  return (
    <MoreMenu name={delivery.event}>
      <Menu.Item leftSection={<IconSend size={18} stroke={1.5} />} onClick={() => replay(delivery.id)}>
        {t(delivery.state === 'dead' ? 'webhooks.undelivered.replay' : 'webhooks.undelivered.sendNow')}
      </Menu.Item>
    </MoreMenu>
  );
}

function useColumns(): Column<WebhookDelivery>[] {
  const { t } = useTranslation();
  const { number, moment } = useFormat();
  return [
    {
      id: 'state',
      title: t('webhooks.columns.state'),
      width: '136px',
      cell: ({ state }) => (
        <Tag tone={state === 'dead' ? 'danger' : 'warning'} icon={state === 'dead' ? IconAlertCircle : IconClock}>
          {t(`webhooks.undelivered.states.${state}`)}
        </Tag>
      ),
    },
    {
      id: 'error',
      title: t('webhooks.columns.error'),
      hideUnder: 900,
      cell: ({ lastError }) => (
        <span className={classes.lastError} title={lastError ?? undefined}>
          {lastError ?? t('webhooks.undelivered.notTried')}
        </span>
      ),
    },
    {
      id: 'attempts',
      title: t('webhooks.columns.attempts'),
      width: '104px',
      hideUnder: 1100,
      cell: ({ attempts }) => <span className="tabular">{number(attempts)}</span>,
    },
    {
      id: 'next',
      title: t('webhooks.columns.next'),
      width: '232px',
      cell: ({ nextAttemptAt }) =>
        nextAttemptAt === null ? (
          <span className={classes.none}>{t('webhooks.undelivered.noNext')}</span>
        ) : (
          <span className="tabular">{moment(nextAttemptAt)}</span>
        ),
    },
  ];
}
