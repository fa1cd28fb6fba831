import { Button } from '@mantine/core';
import { type UserJob, userJobDays, userJobStates, userJobsApi } from '@postern/contracts/people/user-jobs';
import { IconFileImport, IconUpload, IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { importPath, userJobPath } from '#paths/user-jobs.ts';
import { usersPath } from '#paths/users.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import type { Column } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { Filter } from '#platform/list/filter.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { Toolbar } from '#platform/list/toolbar.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { useJobTitle } from './describe-job.ts';
import { StateTag } from './state-tag.tsx';

/** Often enough to show progress. */
const refreshEvery = 3000;

/** All running and finished background jobs, newest first. */
export function JobsPage() {
  const { t } = useTranslation();
  const list = useListState(['state']);
  const title = useJobTitle();
  const state = userJobStates.find((one) => one === list.filters.state[0]);
  const { page, page_size } = list.query;
  const read = useReadPage(
    userJobsApi.list,
    { query: { page, page_size, state } },
    { quiet: true, staleTime: 0, every: refreshEvery },
  );
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  return (
    <PageBody>
      <Breadcrumb parents={[{ to: usersPath, label: t('nav.users') }]} current={t('userJobs.jobs.title')} />
      <PageHeader
        title={t('userJobs.jobs.title')}
        purpose={t('userJobs.jobs.purpose', { days: userJobDays })}
        actions={!isEmpty && <ImportButton />}
        isPending={read.isPending}
      />
      {!isEmpty && (
        <Toolbar>
          <Filter
            label={t('userJobs.jobs.state')}
            options={userJobStates.map((value) => ({ value, label: t(`userJobs.job.states.${value}`) }))}
            values={list.filters.state}
            onChange={(values) => list.setFilter('state', values)}
            single
          />
        </Toolbar>
      )}
      <DataTable
        label={t('userJobs.jobs.title')}
        lead={{
          title: t('userJobs.jobs.columns.job'),
          width: '38%',
          image: ({ kind }) => <Tile icon={kind === 'import' ? IconFileImport : IconUsersGroup} />,
          name: title,
          second: ({ state: one }) => t(`userJobs.job.states.${one}`),
          to: ({ id }) => ({ page: userJobPath, params: { id } }),
        }}
        columns={useColumns()}
        rowKey={({ id }) => id}
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('userJobs.jobs.emptyTitle')}
            body={t('userJobs.jobs.emptyBody')}
            actions={<ImportButton />}
          />
        }
      />
    </PageBody>
  );
}

function ImportButton() {
  const { t } = useTranslation();
  return (
    <Button component={PageLink} to={importPath} leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}>
      {t('userJobs.jobs.import')}
    </Button>
  );
}

function useColumns(): Column<UserJob>[] {
  const { t } = useTranslation();
  const { number, dateTime } = useFormat();
  return [
    { id: 'state', title: t('userJobs.jobs.columns.state'), width: '150px', cell: (job) => <StateTag job={job} /> },
    {
      id: 'progress',
      title: t('userJobs.jobs.columns.progress'),
      cell: ({ done, total }) => (
        <span className="tabular">
          {t('userJobs.job.progress', { done: number(done), total: number(total ?? done) })}
        </span>
      ),
    },
    {
      id: 'problems',
      title: t('userJobs.jobs.columns.problems'),
      hideUnder: 1100,
      cell: ({ failed }) => <span className="tabular">{failed > 0 ? number(failed) : t('userJobs.jobs.none')}</span>,
    },
    {
      id: 'started',
      title: t('userJobs.jobs.columns.started'),
      width: '200px',
      hideUnder: 900,
      cell: ({ startedAt, createdAt }) => <span className="tabular">{dateTime(startedAt ?? createdAt)}</span>,
    },
  ];
}
