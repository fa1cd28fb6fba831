import { auditApi, maxCountedLogs } from '@postern/contracts/records/audit';
import { useTranslation } from 'react-i18next';
import { auditLogPath, auditLogsPath } from '#paths/audit.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { Toolbar } from '#platform/list/toolbar.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { useActorColumn, useLogColumns, useLogLead } from './columns.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { capOf, filterNames, queryOf, useLogFilters } from './log-filters.ts';
import { AuditTabs } from './shared/audit-tabs.tsx';

export function ListPage() {
  const { t } = useTranslation();
  const list = useLogFilters(filterNames);
  const { page, page_size } = list.query;
  const query = { ...queryOf(list.filters), includeChanges: 'true', withNames: 'true', page, page_size };
  const read = useReadPage(auditApi.list, { query });
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
        <FilterBar list={list} logs={read.data?.items} />
      </Toolbar>
      <DataTable
        label={t('nav.auditLogs')}
        before={useActorColumn()}
        lead={useLogLead(({ id }) => ({ page: auditLogPath, params: { logId: id } }))}
        columns={useLogColumns()}
        rowKey={({ id }) => id}
        cap={capOf(page, maxCountedLogs)}
        list={list}
        read={read}
        empty={<EmptyState art={<EmptyArt />} title={t('audit.emptyTitle')} body={t('audit.emptyBody')} />}
      />
    </PageBody>
  );
}
