import { auditApi, type Log, maxCountedLogs } from '@postern/contracts/records/audit';
import { useTranslation } from 'react-i18next';
import { auditLogPath, auditLogsPath } from '#paths/audit.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import type { Column, Lead } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { Toolbar } from '#platform/list/toolbar.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { ActorCell, applicationOf, NameCell, userOf } from './actor-cell.tsx';
import { ApplicationFilter, OrganizationFilter, UserFilter } from './entity-filters.tsx';
import { EventFilter } from './event-filter.tsx';
import { ExportMenu } from './export-menu.tsx';
import { capOf, filterNames, queryOf, useLogFilters } from './log-filters.ts';
import { LogTimeFilter } from './log-time-filter.tsx';
import { outcomeOf } from './outcome.ts';
import { ResultTag } from './result-tag.tsx';
import { AuditTabs } from './shared/audit-tabs.tsx';
import { eventTitle } from './shared/event-title.ts';
import { type Names, useNames } from './use-names.ts';

export function ListPage() {
  const { t } = useTranslation();
  const list = useLogFilters(filterNames);
  const { page, page_size } = list.query;
  const query = { ...queryOf(list.filters), includeChanges: 'true', page, page_size };
  const read = useReadPage(auditApi.list, { query });
  const names = useNames(read.data?.items);
  return (
    <PageBody>
      <PageHeader
        title={t('nav.auditLogs')}
        purpose={t('audit.purpose')}
        actions={<ExportMenu list={list} />}
        isForReaders
      />
      <AuditTabs current={auditLogsPath} />
      <Toolbar wrap>
        <EventFilter list={list} includesChanges />
        <UserFilter list={list} />
        <ApplicationFilter list={list} />
        <OrganizationFilter list={list} />
        <LogTimeFilter list={list} />
      </Toolbar>
      <DataTable
        label={t('nav.auditLogs')}
        lead={useLead()}
        columns={useColumns(names)}
        rowKey={({ id }) => id}
        cap={capOf(page, maxCountedLogs)}
        list={list}
        read={read}
        empty={<EmptyState art={<EmptyArt />} title={t('audit.emptyTitle')} body={t('audit.emptyBody')} />}
      />
    </PageBody>
  );
}

function useLead(): Lead<Log> {
  const { t } = useTranslation();
  const { moment } = useFormat();
  return {
    title: t('audit.columns.event'),
    width: '25%',
    name: ({ key }) => eventTitle(t, key),
    second: ({ createdAt, payload }) => `${t(`audit.results.${outcomeOf(payload)}`)} · ${moment(createdAt)}`,
    to: ({ id }) => ({ page: auditLogPath, params: { logId: id } }),
  };
}

function useColumns(names: Names): Column<Log>[] {
  const { t } = useTranslation();
  const { moment } = useFormat();
  return [
    {
      id: 'result',
      title: t('audit.columns.result'),
      width: '13%',
      cell: ({ payload }) => <ResultTag payload={payload} />,
    },
    {
      id: 'actor',
      title: t('audit.actor'),
      width: '17%',
      hideUnder: 900,
      cell: (log) => <ActorCell log={log} names={names} />,
    },
    {
      id: 'user',
      title: t('audit.user'),
      width: '12%',
      hideUnder: 1100,
      cell: (log) => <NameCell name={userOf(log, names)} />,
    },
    {
      id: 'application',
      title: t('audit.application'),
      width: '11%',
      hideUnder: 1200,
      cell: (log) => <NameCell name={applicationOf(log, names)} />,
    },
    {
      id: 'time',
      title: t('audit.columns.time'),
      width: '22%',
      cell: ({ createdAt }) => <span className="tabular">{moment(createdAt)}</span>,
    },
  ];
}
