import { applicationsApi } from '@postern/contracts/access/applications';
import type { UserColumn } from '@postern/contracts/people/user-views';
import type { User } from '@postern/contracts/people/users';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useFormat } from '#platform/i18n/format.ts';
import type { Column } from '#platform/list/column.ts';
import { IdCell } from '#platform/list/id-cell.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { phoneText } from '../identifier-fields.ts';
import { builtInApplication } from '../shared/built-in-application.ts';
import { contactOf } from '../shared/label.ts';
import { useMomentText } from '../shared/moment-text.ts';
import classes from '../users.module.css';

/** The default columns of the list. */
export const usualColumns: readonly UserColumn[] = ['contact', 'application', 'latest', 'created'];

/** Beyond this many the columns share the width evenly: fixed widths would leave no room for the name. */
const roomy = 4;

/** The selected columns, with widths that fit. */
export function fitColumns(all: readonly UserListColumn[], chosen: readonly UserColumn[]): UserListColumn[] {
  const shown = all.filter(({ id }) => chosen.includes(id));
  return shown.length > roomy ? shown.map(({ width: _, ...column }) => column) : shown;
}

/** The minimum width of the table for this many columns. */
export const widthFor = (count: number) => (count > roomy ? 320 + 150 * count : undefined);

type UserListColumn = Column<User> & { id: UserColumn };

/** All available columns, in order. */
export function useAllColumns(users: readonly User[]): UserListColumn[] {
  const { t } = useTranslation();
  const { date } = useFormat();
  const momentText = useMomentText();
  const applicationName = useApplicationNames(users);
  const none = <span className={classes.none}>{t('userList.none')}</span>;
  const text = (value: string | null | undefined, instead: string = t('userList.none')) =>
    value ? <bdi title={value}>{value}</bdi> : <span className={classes.none}>{instead}</span>;
  const moment = (time: number | null) =>
    time ? (
      <time className="tabular" dateTime={new Date(time).toISOString()}>
        {momentText(time)}
      </time>
    ) : (
      none
    );
  const own = (id: UserColumn & keyof typeof titles, rest: Omit<UserListColumn, 'id' | 'title'>): UserListColumn => ({
    id,
    title: titles[id],
    ...rest,
  });
  const titles = {
    email: t('userList.columns.email'),
    phone: t('userList.columns.phone'),
    username: t('userList.columns.username'),
    id: t('userList.columns.id'),
    identities: t('userList.columns.identities'),
    password: t('userList.columns.password'),
    updated: t('userList.columns.updated'),
  };
  const application = ({ applicationId }: User): ReactNode =>
    applicationId ? (applicationName(applicationId) ?? <Skeleton width={96} />) : none;
  return [
    {
      id: 'contact',
      title: t('users.columns.contact'),
      width: '24%',
      cell: (user) => text(contactOf(user), t('users.noContact')),
    },
    own('email', { width: '22%', cell: ({ primaryEmail }) => text(primaryEmail) }),
    own('phone', { width: '16%', cell: ({ primaryPhone }) => text(primaryPhone && phoneText(primaryPhone)) }),
    own('username', { width: '16%', cell: ({ username }) => text(username) }),
    own('id', { width: '172px', cell: ({ id }) => <IdCell id={id} copyLabel={t('users.copyId')} /> }),
    { id: 'application', title: t('users.columns.application'), width: '18%', hideUnder: 900, cell: application },
    own('identities', { width: '16%', cell: ({ identities }) => text(Object.keys(identities).join(', ')) }),
    own('password', {
      width: '112px',
      cell: ({ hasPassword }) => (hasPassword ? t('userList.passwordSet') : t('userList.passwordNotSet')),
    }),
    {
      id: 'latest',
      title: t('users.columns.latest'),
      width: '176px',
      sort: 'lastSignInAt',
      cell: ({ lastSignInAt }) => moment(lastSignInAt),
    },
    {
      id: 'created',
      title: t('users.columns.created'),
      width: '132px',
      sort: 'createdAt',
      hideUnder: 1100,
      cell: ({ createdAt }) => <span className="tabular">{date(createdAt)}</span>,
    },
    own('updated', { width: '176px', cell: ({ updatedAt }) => moment(updatedAt) }),
  ];
}

/**
 * Names of the applications that a page of users came from, fetched in one call. `undefined` while loading; a deleted
 * application is shown by its id.
 */
export function useApplicationNames(users: readonly User[]): (id: string) => string | undefined {
  const { t } = useTranslation();
  const ids = [...new Set(users.flatMap(({ applicationId }) => applicationId ?? []))].sort();
  const stored = ids.filter((id) => builtInApplication(t, id) === undefined);
  const read = useRead(
    applicationsApi.list,
    { query: { search: stored, mode: 'exact', isCaseSensitive: 'true' } },
    { enabled: stored.length > 0, quiet: true, keep: true, staleTime: 60_000 },
  );
  const names = new Map(read.data?.map(({ id, name }) => [id, name]));
  return (id) =>
    builtInApplication(t, id) ?? names.get(id) ?? (read.isPending || read.isPlaceholderData ? undefined : id);
}
