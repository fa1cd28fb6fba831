import { Button } from '@mantine/core';
import { maxCounted } from '@postern/contracts/people/user-filter';
import { type User, usersApi } from '@postern/contracts/people/users';
import { IconPlus } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ImportExportMenu } from '#features/people/user-jobs/shared/import-export-menu.tsx';
import { createUserPath, userSettingsPath } from '#paths/users.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import type { Lead } from '#platform/list/column.ts';
import { ColumnChooser } from '#platform/list/column-chooser.tsx';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { SearchField, Toolbar, ToolbarEnd } from '#platform/list/toolbar.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { nameOf } from '#platform/person.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { Avatar } from '#platform/ui/avatar.tsx';
import { BulkActions } from './bulk/bulk-actions.tsx';
import { JobBars, useDoneText, useJobs } from './bulk/job-bar.tsx';
import { fitColumns, useAllColumns, widthFor } from './list/columns.tsx';
import { FilterBar } from './list/filter-bar.tsx';
import { filterOf, sortOf, useUsersList } from './list/filters.ts';
import { useView } from './list/use-view.ts';
import { ViewsMenu } from './list/views-menu.tsx';
import { labelOf, secondLabelOf } from './shared/label.ts';
import { useMomentText } from './shared/moment-text.ts';
import { RowMenu, SuspendedTag } from './status-and-actions.tsx';
import classes from './users.module.css';

export function ListPage() {
  const { t } = useTranslation();
  const list = useUsersList();
  const view = useView(list);
  const { page, page_size } = list.query;
  const query = { ...filterOf(list), sort: sortOf(list), page, page_size, count: 'capped' } as const;
  const read = useReadPage(usersApi.list, { query }, { enabled: !view.isWaiting });
  const columns = useAllColumns(read.data?.items ?? []);
  const doneText = useDoneText();
  const { jobs, dismiss, follow } = useJobs((job) => {
    if (job.state !== 'succeeded' || job.failed > 0) {
      return 'stays';
    }
    showSuccess(doneText(job));
    return 'announced';
  });
  // All users are counted exactly, filtered ones only up to a limit that stays fast.
  const cap = list.isFiltered ? maxCounted : undefined;
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  return (
    <PageBody>
      <PageHeader
        title={t('nav.users')}
        purpose={t('users.purpose')}
        actions={
          <>
            <ImportExportMenu filter={filterOf(list)} />
            {!isEmpty && <CreateButton />}
          </>
        }
        isPending={read.isPending}
      />
      {!isEmpty && (
        <Toolbar wrap>
          <SearchField
            label={t('users.searchLabel')}
            placeholder={t('users.search')}
            value={list.search}
            onSearch={list.setSearch}
          />
          <FilterBar list={list} />
          <ToolbarEnd>
            <Count total={read.data?.total} cap={cap} />
            <ViewsMenu view={view} />
            <span className={classes.wide}>
              <ColumnChooser
                columns={columns}
                chosen={view.columns}
                onChange={view.setColumns}
                onReset={view.canResetColumns ? () => view.setColumns(undefined) : undefined}
              />
            </span>
          </ToolbarEnd>
        </Toolbar>
      )}
      <DataTable
        label={t('nav.users')}
        lead={useLead()}
        columns={fitColumns(columns, view.columns)}
        minWidth={widthFor(view.columns.length)}
        rowKey={(user) => user.id}
        menu={(user) => <RowMenu user={user} />}
        bulk={<BulkActions list={list} onStarted={follow} />}
        bulkMatching
        cap={cap}
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('users.emptyTitle')}
            body={t('users.emptyBody')}
            actions={<CreateButton />}
          />
        }
      />
      <JobBars jobs={jobs} onDismiss={dismiss} />
      <Outlet />
    </PageBody>
  );
}

function Count({ total, cap = Number.POSITIVE_INFINITY }: { total: number | undefined; cap: number | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (total === undefined) {
    return null;
  }
  return (
    <span className={classes.count}>
      {total > cap
        ? t('userList.moreThan', { number: number(cap) })
        : t('users.count', { count: total, number: number(total) })}
    </span>
  );
}

function CreateButton() {
  const { t } = useTranslation();
  return (
    <Button component={PageLink} to={createUserPath} search leftSection={<IconPlus size={18} stroke={2} aria-hidden />}>
      {t('users.create')}
    </Button>
  );
}

function useLead(): Lead<User> {
  const { t } = useTranslation();
  const momentText = useMomentText();
  const signedIn = ({ lastSignInAt }: User) =>
    lastSignInAt ? t('users.latest', { when: momentText(lastSignInAt) }) : t('users.noSignIn');
  return {
    title: t('users.columns.user'),
    width: '26%',
    sort: 'name',
    round: true,
    image: (user) => <Avatar key={user.avatar} name={nameOf(user)} src={user.avatar} />,
    name: labelOf,
    second: (user) => secondLabelOf(user) ?? signedIn(user),
    after: (user) => user.isSuspended && <SuspendedTag />,
    to: ({ id }) => ({ page: userSettingsPath, params: { id } }),
  };
}
