import {
  type TimelineEntry,
  type TimelineKind,
  timelineKinds,
  userSessionsApi,
} from '@postern/contracts/people/user-sessions';
import { IconLogin2, IconMail, IconUserCog, IconUserEdit, IconUserX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { userLogPath, userPath } from '#paths/users.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { TabBody } from '#platform/detail/tab-body.tsx';
import type { Icon } from '#platform/feature.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import type { Column } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { Filter } from '#platform/list/filter.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { Toolbar } from '#platform/list/toolbar.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { Tile } from '#platform/ui/tile.tsx';
import { authorOf, detailOf, titleOf } from './describe-entry.ts';
import { useMethodNames } from './method-names.ts';

const icons: Record<TimelineKind, Icon> = {
  signIn: IconLogin2,
  failedTry: IconUserX,
  adminChange: IconUserCog,
  ownChange: IconUserEdit,
  message: IconMail,
};

const isKind = (value: string): value is TimelineKind => timelineKinds.some((kind) => kind === value);

/** All events about one user, newest first. */
export function TimelineTab() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { id } = usePathParams(userPath);
  const methodNames = useMethodNames();
  const list = useListState(['kind']);
  const { page, page_size } = list.query;
  const kind = list.filters.kind.filter(isKind);
  const read = useReadPage(userSessionsApi.timeline, { params: { userId: id }, query: { kind, page, page_size } });
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  return (
    <TabBody>
      {!isEmpty && (
        <Toolbar>
          <Filter
            label={t('userSessions.timeline.kind')}
            options={timelineKinds.map((value) => ({ value, label: t(`userSessions.timeline.kinds.${value}`) }))}
            values={list.filters.kind}
            onChange={(values) => list.setFilter('kind', values)}
          />
        </Toolbar>
      )}
      <DataTable
        label={t('userSessions.timeline.list')}
        lead={{
          title: t('userSessions.timeline.columns.event'),
          width: '28%',
          image: (entry) => <Tile icon={icons[entry.kind]} />,
          name: (entry) => titleOf(t, entry),
          second: (entry) => [detailOf(t, entry, methodNames), dateTime(entry.createdAt)].filter(Boolean).join(' · '),
          to: (entry) => ({ page: userLogPath, params: { id, logId: entry.id } }),
        }}
        columns={useColumns()}
        rowKey={(entry) => entry.id}
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('userSessions.timeline.emptyTitle')}
            body={t('userSessions.timeline.emptyBody')}
          />
        }
      />
    </TabBody>
  );
}

function useColumns(): Column<TimelineEntry>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const methodNames = useMethodNames();
  return [
    {
      id: 'detail',
      title: t('userSessions.timeline.columns.detail'),
      cell: (entry) => {
        const detail = detailOf(t, entry, methodNames) || '–';
        return (
          <span className="truncate" title={detail}>
            {detail}
          </span>
        );
      },
    },
    {
      id: 'by',
      title: t('userSessions.timeline.columns.by'),
      width: '14%',
      hideUnder: 900,
      cell: (entry) => <span className="truncate">{authorOf(t, entry) || '–'}</span>,
    },
    {
      id: 'where',
      title: t('userSessions.timeline.columns.where'),
      width: '18%',
      hideUnder: 1100,
      cell: ({ device, ip, userAgent }) => (
        <span className="truncate" title={userAgent ?? undefined}>
          {[device.browser ?? device.os, ip].filter(Boolean).join(' · ') || '–'}
        </span>
      ),
    },
    {
      id: 'time',
      title: t('userSessions.timeline.columns.time'),
      width: '208px',
      cell: ({ createdAt }) => <span className="tabular">{dateTime(createdAt)}</span>,
    },
  ];
}
