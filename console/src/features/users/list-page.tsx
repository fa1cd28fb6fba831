import { Button } from '@mantine/core';
import { type User, usersApi } from '@postern/contracts/users';
import { IconPlus } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { type Column, DataTable, type Lead } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { SearchField, Toolbar } from '#platform/list/toolbar.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { nameOf } from '#platform/person.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { Avatar } from '#platform/ui/avatar.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { useApplicationNames } from './application-names.ts';
import { contactOf, labelOf, secondLabelOf } from './label.ts';
import { useMomentText } from './moment-text.ts';
import { createUserPath, userSettingsPath } from './paths.ts';
import { RowMenu } from './row-menu.tsx';
import { SuspendedTag } from './suspended-tag.tsx';
import classes from './users.module.css';

const never = '–';

export function ListPage() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const list = useListState();
  const read = useReadPage(usersApi.list, { query: list.query });
  const total = read.data?.total;
  const isEmpty = total === 0 && !list.isFiltered;
  return (
    <PageBody>
      <PageHeader title={t('nav.users')} purpose={t('users.purpose')} actions={!isEmpty && <CreateButton />} />
      {!isEmpty && (
        <Toolbar>
          <SearchField
            label={t('users.searchLabel')}
            placeholder={t('users.search')}
            value={list.search}
            onSearch={list.setSearch}
          />
          {total !== undefined && (
            <span className={classes.count}>{t('users.count', { count: total, number: number(total) })}</span>
          )}
        </Toolbar>
      )}
      <DataTable
        label={t('nav.users')}
        lead={useLead()}
        columns={useColumns(read.data?.items ?? [])}
        rowKey={(user) => user.id}
        menu={(user) => <RowMenu user={user} />}
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
      <Outlet />
    </PageBody>
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
    round: true,
    image: (user) => <Avatar key={user.avatar} name={nameOf(user)} src={user.avatar} />,
    name: labelOf,
    second: (user) => secondLabelOf(user) ?? signedIn(user),
    after: (user) => user.isSuspended && <SuspendedTag />,
    to: ({ id }) => ({ page: userSettingsPath, params: { id } }),
  };
}

function useColumns(users: readonly User[]): Column<User>[] {
  const { t } = useTranslation();
  const { date } = useFormat();
  const momentText = useMomentText();
  const applicationName = useApplicationNames(users);
  return [
    {
      id: 'contact',
      title: t('users.columns.contact'),
      width: '24%',
      cell: (user) => contactOf(user) ?? <span className={classes.none}>{t('users.noContact')}</span>,
    },
    {
      id: 'application',
      title: t('users.columns.application'),
      width: '18%',
      hideUnder: 900,
      cell: ({ applicationId }) =>
        applicationId ? (applicationName(applicationId) ?? <Skeleton width={96} />) : never,
    },
    {
      id: 'latest',
      title: t('users.columns.latest'),
      width: '176px',
      cell: ({ lastSignInAt }) =>
        lastSignInAt ? (
          <time className="tabular" dateTime={new Date(lastSignInAt).toISOString()}>
            {momentText(lastSignInAt)}
          </time>
        ) : (
          never
        ),
    },
    {
      id: 'created',
      title: t('users.columns.created'),
      width: '132px',
      hideUnder: 1100,
      cell: ({ createdAt }) => <span className="tabular">{date(createdAt)}</span>,
    },
  ];
}
