import { auditApi, type Log, maxCountedLogs } from '@postern/contracts/records/audit';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import type { Lead } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { Toolbar } from '#platform/list/toolbar.tsx';
import { useActorColumn, useLogColumns, useLogLead } from '../columns.tsx';
import { EventFilter } from '../event-filter.tsx';
import { capOf, type FilterName, queryOf, useLogFilters } from '../log-filters.ts';
import { LogTimeFilter } from '../log-time-filter.tsx';
import { ResultFilter } from '../result-filter.tsx';

type LogListProps = {
  /** The subject of the entries. The entries of an organization include changes of it. */
  of: { applicationId: string } | { userId: string } | { organizationId: string };
  to: NonNullable<Lead<Log>['to']>;
};

const offered: readonly FilterName[] = ['logKey', 'outcome', 'start_time', 'end_time'];

/** Log entries of a user, an application or an organization, newest first. Needs the phrases `audit`. */
export function LogList({ of, to }: LogListProps) {
  const { t } = useTranslation();
  const list = useLogFilters(offered);
  const { page, page_size } = list.query;
  const includesChanges = 'organizationId' in of;
  const query = {
    ...queryOf(list.filters),
    ...of,
    ...(includesChanges ? { includeChanges: 'true' } : {}),
    withNames: 'true',
    page,
    page_size,
  };
  const read = useReadPage(auditApi.list, { query });
  const actorColumn = useActorColumn();
  const columns = useLogColumns();
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  return (
    <>
      {!isEmpty && (
        <Toolbar wrap>
          <EventFilter list={list} includesChanges={includesChanges} />
          <ResultFilter list={list} />
          <LogTimeFilter list={list} />
        </Toolbar>
      )}
      <DataTable
        label={t('audit.list')}
        // The entries of a user name the user everywhere; those of an application have many actors.
        {...('userId' in of ? {} : { before: actorColumn })}
        lead={useLogLead(to)}
        columns={'applicationId' in of ? columns.filter(({ id }) => id !== 'object') : columns}
        rowKey={({ id }) => id}
        cap={capOf(page, maxCountedLogs)}
        list={list}
        read={read}
        empty={<EmptyState art={<EmptyArt />} title={t('audit.emptyTitle')} body={t('audit.emptyBody')} />}
      />
    </>
  );
}
