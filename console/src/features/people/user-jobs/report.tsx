import { type UserJob, type UserJobFinding, userJobsApi } from '@postern/contracts/people/user-jobs';
import { IconAlertTriangle, IconCircleX, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '#platform/client/download.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import type { Column } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { Filter } from '#platform/list/filter.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { Toolbar, ToolbarEnd } from '#platform/list/toolbar.tsx';
import { useTenantId } from '#platform/tenant.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { isOpen } from './describe-job.ts';
import classes from './user-jobs.module.css';

const levels = ['error', 'warning'] as const;

/** Reads once more after the job: its last findings may be newer than the last read. */
function useLastFindings(isRunning: boolean, refetch: () => unknown): void {
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) {
      void refetch();
    }
    wasRunning.current = isRunning;
  }, [isRunning, refetch]);
}

/** The findings of a job about single lines, paged and as a file. */
export function Report({ job }: { job: UserJob }) {
  const { t } = useTranslation();
  const list = useListState(['level']);
  const level = levels.find((one) => one === list.filters.level[0]);
  const { page, page_size } = list.query;
  const read = useReadPage(
    userJobsApi.report,
    { params: { id: job.id }, query: { page, page_size, level } },
    { quiet: true, staleTime: 0, ...(isOpen(job) ? { every: 2000 } : {}) },
  );
  useLastFindings(isOpen(job), read.refetch);
  const hasLines = job.input.format === 'csv' || job.input.format === 'ndjson' || job.input.format === 'auth0';
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  return (
    <section className={classes.report} aria-labelledby="report">
      <h2 id="report">{t('userJobs.report.title')}</h2>
      <p>{t('userJobs.report.help')}</p>
      {!isEmpty && (
        <Toolbar>
          <Filter
            label={t('userJobs.report.level')}
            options={levels.map((value) => ({ value, label: t(`userJobs.report.${value}`) }))}
            values={list.filters.level}
            onChange={(values) => list.setFilter('level', values)}
            single
          />
          <ToolbarEnd>
            <DownloadButton id={job.id} />
          </ToolbarEnd>
        </Toolbar>
      )}
      <DataTable
        label={t('userJobs.report.title')}
        lead={{
          title: t('userJobs.report.line'),
          width: '110px',
          name: ({ line }) => t(hasLines ? 'userJobs.report.lineOf' : 'userJobs.report.entryOf', { line }),
          second: (finding) => (
            <span className={classes.whole}>{[finding.subject, wordsOf(finding)].filter(Boolean).join(': ')}</span>
          ),
          after: ({ level }) => (
            <span className={classes.narrow}>
              <LevelTag level={level} />
            </span>
          ),
        }}
        columns={useColumns()}
        rowKey={({ line, code, field }) => `${line} ${code} ${field}`}
        list={list}
        read={read}
        empty={
          <EmptyState
            title={t(isOpen(job) ? 'userJobs.report.emptyYet' : 'userJobs.report.empty')}
            body={t(`userJobs.report.${whyEmpty(job)}`)}
          />
        }
      />
    </section>
  );
}

/** An empty report means something else if not all lines were processed. */
function whyEmpty(job: UserJob) {
  if (isOpen(job)) {
    return 'emptyYetBody';
  }
  return job.state === 'succeeded' ? 'emptyBody' : 'emptyPartBody';
}

const wordsOf = ({ message, details }: UserJobFinding) => [message, details].filter(Boolean).join(' ');

function useColumns(): Column<UserJobFinding>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'level',
      title: t('userJobs.report.level'),
      width: '120px',
      cell: ({ level }) => <LevelTag level={level} />,
    },
    {
      id: 'subject',
      title: t('userJobs.report.subject'),
      width: '24%',
      hideUnder: 900,
      cell: ({ subject }) => <span title={subject ?? undefined}>{subject}</span>,
    },
    {
      id: 'problem',
      title: t('userJobs.report.problem'),
      cell: (finding) => (
        <span className={classes.whole} title={finding.code}>
          {wordsOf(finding)}
        </span>
      ),
    },
    {
      id: 'field',
      title: t('userJobs.report.field'),
      width: '160px',
      hideUnder: 1100,
      cell: ({ field }) => field && <code className="truncate">{field}</code>,
    },
  ];
}

function LevelTag({ level }: Pick<UserJobFinding, 'level'>) {
  const { t } = useTranslation();
  return (
    <Tag tone={level === 'error' ? 'danger' : 'warning'} icon={level === 'error' ? IconCircleX : IconAlertTriangle}>
      {t(`userJobs.report.${level}`)}
    </Tag>
  );
}

function DownloadButton({ id }: { id: string }) {
  const { t } = useTranslation();
  const tenantId = useTenantId();
  const load = useMutation({ mutationFn: () => download(userJobsApi.reportFile, { params: { id } }, tenantId) });
  return (
    <BusyButton
      variant="default"
      size="xs"
      busy={load.isPending}
      leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
      onClick={() => load.mutate()}
    >
      {t('userJobs.report.download')}
    </BusyButton>
  );
}
