import { Button } from '@mantine/core';
import { type LogStream, logStreamsApi, maxLogStreams } from '@postern/contracts/records/log-streams';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logStreamsPath } from '#paths/log-streams.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import type { Column } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { AuditTabs } from '../audit/shared/audit-tabs.tsx';
import { addressOf } from './address.ts';
import classes from './log-streams.module.css';
import { RowMenu } from './row-menu.tsx';
import { StreamLag, StreamState, useStateText } from './state.tsx';
import { StreamDialog, typeIcons } from './stream-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

/** Entries are sent in the background. */
const refreshEvery = 5000;

type Open = { kind: 'create' } | { kind: 'edit' | 'test'; stream: LogStream };

/** The streams of the audit log: what is waiting, and what fails. */
export function ListPage() {
  const { t } = useTranslation();
  const list = useListState();
  const stateText = useStateText();
  const read = useReadPage(logStreamsApi.list, {}, { every: refreshEvery });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const total = read.data?.total;
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setOpen({ kind: 'create' })}>
      {t('logStreams.create')}
    </Button>
  );
  return (
    <PageBody>
      <PageHeader
        title={t('nav.auditLogs')}
        purpose={t('logStreams.purpose')}
        actions={total !== undefined && total > 0 && total < maxLogStreams && create}
      />
      <AuditTabs current={logStreamsPath} />
      <DataTable
        label={t('logStreams.title')}
        lead={{
          title: t('logStreams.columns.name'),
          image: ({ type }) => <Tile icon={typeIcons[type]} />,
          name: ({ name }) => name,
          second: (stream) => `${stateText(stream)} · ${addressOf(stream)}`,
          open: (stream) => setOpen({ kind: 'edit', stream }),
        }}
        columns={useColumns()}
        rowKey={({ id }) => id}
        menu={(stream) => (
          <RowMenu
            stream={stream}
            onEdit={() => setOpen({ kind: 'edit', stream })}
            onTest={() => setOpen({ kind: 'test', stream })}
          />
        )}
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('logStreams.emptyTitle')}
            body={t('logStreams.emptyBody')}
            actions={create}
          />
        }
      />
      {total === maxLogStreams && <p className={classes.limit}>{t('logStreams.limit', { max: maxLogStreams })}</p>}
      {open?.kind === 'create' && <StreamDialog onClose={close} />}
      {open?.kind === 'edit' && <StreamDialog stream={open.stream} onClose={close} />}
      {open?.kind === 'test' && <TestDialog stream={open.stream} onClose={close} />}
    </PageBody>
  );
}

function useColumns(): Column<LogStream>[] {
  const { t } = useTranslation();
  const { relative } = useFormat();
  return [
    {
      id: 'state',
      title: t('logStreams.columns.state'),
      width: '30%',
      cell: (stream) => <StreamState stream={stream} />,
    },
    {
      id: 'lag',
      title: t('logStreams.columns.lag'),
      width: '18%',
      hideUnder: 900,
      cell: (stream) => <StreamLag stream={stream} />,
    },
    {
      id: 'sent',
      title: t('logStreams.columns.sent'),
      width: '16%',
      hideUnder: 1100,
      cell: ({ lastSentAt }) => (lastSentAt === null ? '–' : relative(lastSentAt)),
    },
  ];
}
