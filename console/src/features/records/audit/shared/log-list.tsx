import { auditApi, type Log } from '@postern/contracts/records/audit';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import type { Lead } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { outcomeOf } from '../outcome.ts';
import { ResultTag } from '../result-tag.tsx';
import { eventTitle } from './event-title.ts';

type LogListProps = {
  /** The subject of the entries. */
  of: { applicationId: string } | { userId: string };
  to: NonNullable<Lead<Log>['to']>;
};

/** Log entries of a user or an application, newest first. */
export function LogList({ of, to }: LogListProps) {
  const { t } = useTranslation();
  const { moment } = useFormat();
  const list = useListState();
  const { page, page_size } = list.query;
  const read = useReadPage(auditApi.list, { query: { ...of, page, page_size } });
  return (
    <DataTable
      label={t('audit.list')}
      lead={{
        title: t('audit.columns.event'),
        name: ({ key }) => eventTitle(t, key),
        second: ({ createdAt, payload }) => `${t(`audit.results.${outcomeOf(payload)}`)} · ${moment(createdAt)}`,
        to,
      }}
      columns={[
        {
          id: 'time',
          title: t('audit.columns.time'),
          width: '26%',
          cell: ({ createdAt }) => <span className="tabular">{moment(createdAt)}</span>,
        },
        {
          id: 'result',
          title: t('audit.columns.result'),
          width: '18%',
          cell: ({ payload }) => <ResultTag payload={payload} />,
        },
      ]}
      rowKey={({ id }) => id}
      list={list}
      read={read}
      empty={<EmptyState art={<EmptyArt />} title={t('audit.emptyTitle')} body={t('audit.emptyBody')} />}
    />
  );
}
