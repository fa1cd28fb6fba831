import { Button } from '@mantine/core';
import { type DirectoryGroup, type DirectoryUser, directorySyncApi } from '@postern/contracts/people/directory-sync';
import { IconBan, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '#features/records/dashboard/shared/segments.tsx';
import { userPath } from '#paths/users.ts';
import { failureMessage } from '#platform/client/show-failure.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { type CardColumn, CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { useListState } from '#platform/list/list-state.ts';
import { Pager } from '#platform/list/pager.tsx';
import { SearchField, Toolbar } from '#platform/list/toolbar.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { Tag } from '#platform/ui/tag.tsx';

const kinds = ['users', 'groups'] as const;
type Kind = (typeof kinds)[number];

/** The users and groups that the directory has sent. Page and search are in the URL. */
export function PeopleCard({ connectorId }: { connectorId: string }) {
  const { t } = useTranslation();
  const { filters, search, setFilter, setSearch } = useListState(['shown']);
  const kind: Kind = filters.shown[0] === 'groups' ? 'groups' : 'users';
  const List = kind === 'users' ? Users : Groups;
  return (
    <ListCard title={t('directorySync.people.title')} help={t('directorySync.people.help')}>
      <Toolbar wrap>
        <Segments
          label={t('directorySync.people.shown')}
          value={kind}
          onChange={(next) => setFilter('shown', next === 'groups' ? ['groups'] : [])}
          choices={kinds.map((value) => ({ value, label: t(`directorySync.people.${value}`) }))}
        />
        <SearchField
          label={t('list.searchIn', { list: t(`directorySync.people.${kind}`) })}
          placeholder={t('shell.searchShort')}
          value={search}
          onSearch={setSearch}
        />
      </Toolbar>
      <List connectorId={connectorId} />
    </ListCard>
  );
}

function useSlice(connectorId: string) {
  const { query, search } = useListState();
  const q = search === '' ? {} : { q: search };
  return { params: { id: connectorId }, query: { page: query.page, page_size: query.page_size, ...q } };
}

function Users({ connectorId }: { connectorId: string }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const read = useReadPage(directorySyncApi.listUsers, useSlice(connectorId), { quiet: true });
  return (
    <Paged
      kind="users"
      read={read}
      rowKey={({ userId }) => userId}
      columns={[
        {
          id: 'name',
          title: t('directorySync.people.userName'),
          width: '36%',
          cell: ({ userId, userName }) => (
            <div className="truncate" title={userName}>
              <PageLink to={userPath} params={{ id: userId }} className="link">
                {userName}
              </PageLink>
            </div>
          ),
        },
        { id: 'state', title: t('directorySync.people.state'), width: '18%', cell: (user) => <State user={user} /> },
        {
          id: 'account',
          title: t('directorySync.people.account'),
          cell: ({ isLinked }) => t(isLinked ? 'directorySync.people.linked' : 'directorySync.people.created'),
        },
        {
          id: 'changed',
          title: t('directorySync.people.changed'),
          width: '22%',
          isLabeled: true,
          cell: ({ updatedAt }) => <span className="tabular">{dateTime(updatedAt)}</span>,
        },
      ]}
    />
  );
}

function State({ user: { isActive } }: { user: DirectoryUser }) {
  const { t } = useTranslation();
  return isActive ? (
    <Tag tone="success" icon={IconCheck}>
      {t('directorySync.people.active')}
    </Tag>
  ) : (
    <Tag tone="warning" icon={IconBan}>
      {t('directorySync.people.deactivated')}
    </Tag>
  );
}

function Groups({ connectorId }: { connectorId: string }) {
  const { t } = useTranslation();
  const { number, dateTime } = useFormat();
  const read = useReadPage(directorySyncApi.listGroups, useSlice(connectorId), { quiet: true });
  return (
    <Paged<DirectoryGroup>
      kind="groups"
      read={read}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'name',
          title: t('directorySync.people.groupName'),
          width: '46%',
          cell: ({ displayName }) => (
            <div className="truncate" title={displayName}>
              {displayName}
            </div>
          ),
        },
        {
          id: 'members',
          title: t('directorySync.people.members'),
          isLabeled: true,
          cell: ({ members }) => number(members),
        },
        {
          id: 'changed',
          title: t('directorySync.people.changed'),
          width: '22%',
          isLabeled: true,
          cell: ({ updatedAt }) => <span className="tabular">{dateTime(updatedAt)}</span>,
        },
      ]}
    />
  );
}

type PagedProps<Row> = {
  kind: Kind;
  read: { data?: { items: Row[]; total: number } | undefined; error: Error | null; refetch(): unknown };
  rowKey: (row: Row) => string;
  columns: readonly CardColumn<Row>[];
};

function Paged<Row>({ kind, read, rowKey, columns }: PagedProps<Row>): ReactNode {
  const { t } = useTranslation();
  const { page, search } = useListState();
  const { data, error } = read;
  if (error && !data) {
    return (
      <CardTableNote alert>
        {failureMessage(error)}
        <Button variant="default" size="xs" onClick={() => void read.refetch()}>
          {t('actions.tryAgain')}
        </Button>
      </CardTableNote>
    );
  }
  if (data?.total === 0) {
    return (
      <CardTableNote>
        {search === '' ? t(`directorySync.people.none.${kind}`) : t('list.nothingFor', { search })}
      </CardTableNote>
    );
  }
  return (
    <>
      <CardTable label={t(`directorySync.people.${kind}`)} rows={data?.items} rowKey={rowKey} columns={columns} />
      {data && data.total > data.items.length && <Pager page={page} total={data.total} />}
    </>
  );
}
