import { auditApi, type Log, maxCountedLogs } from '@postern/contracts/records/audit';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import type { Column, Lead } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { Toolbar } from '#platform/list/toolbar.tsx';
import { ActorCell } from '../actor-cell.tsx';
import { EventFilter } from '../event-filter.tsx';
import { capOf, type FilterName, queryOf, useLogFilters } from '../log-filters.ts';
import { LogTimeFilter } from '../log-time-filter.tsx';
import { outcomeOf } from '../outcome.ts';
import { ResultTag } from '../result-tag.tsx';
import { useNames } from '../use-names.ts';
import { eventTitle } from './event-title.ts';

type LogListProps = {
  /** The subject of the entries. The entries of an organization include changes of it. */
  of: { applicationId: string } | { userId: string } | { organizationId: string };
  to: NonNullable<Lead<Log>['to']>;
};

const offered: readonly FilterName[] = ['logKey', 'start_time', 'end_time'];

/** Log entries of a user, an application or an organization, newest first. Needs the phrases `audit`. */
export function LogList({ of, to }: LogListProps) {
  const { t } = useTranslation();
  const { moment } = useFormat();
  const list = useLogFilters(offered);
  const { page, page_size } = list.query;
  const includesChanges = 'organizationId' in of;
  const query = {
    ...queryOf(list.filters),
    ...of,
    ...(includesChanges ? { includeChanges: 'true' } : {}),
    page,
    page_size,
  };
  const read = useReadPage(auditApi.list, { query });
  const names = useNames(includesChanges ? read.data?.items : undefined);
  const actorColumn: Column<Log> = {
    id: 'actor',
    title: t('audit.actor'),
    width: '24%',
    hideUnder: 900,
    cell: (log) => <ActorCell log={log} names={names} />,
  };
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  return (
    <>
      {!isEmpty && (
        <Toolbar wrap>
          <EventFilter list={list} includesChanges={includesChanges} />
          <LogTimeFilter list={list} />
        </Toolbar>
      )}
      <DataTable
        label={t('audit.list')}
        lead={{
          title: t('audit.columns.event'),
          name: ({ key }) => eventTitle(t, key),
          second: ({ createdAt, payload }) => `${t(`audit.results.${outcomeOf(payload)}`)} · ${moment(createdAt)}`,
          to,
        }}
        columns={[
          ...(includesChanges ? [actorColumn] : []),
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
        cap={capOf(page, maxCountedLogs)}
        list={list}
        read={read}
        empty={<EmptyState art={<EmptyArt />} title={t('audit.emptyTitle')} body={t('audit.emptyBody')} />}
      />
    </>
  );
}
