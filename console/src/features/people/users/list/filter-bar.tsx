import { applicationsApi } from '@postern/contracts/access/applications';
import { rolesApi } from '@postern/contracts/access/roles';
import { userFlags } from '@postern/contracts/people/user-filter';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { AddFilter } from '#platform/list/add-filter.tsx';
import { containing } from '#platform/list/containing.ts';
import { Filter } from '#platform/list/filter.tsx';
import type { Adding } from '#platform/list/filter-chip.tsx';
import { FoundFilter } from '#platform/list/found-filter.tsx';
import { TimeFilter } from '#platform/list/time-filter.tsx';
import type { FilterName, UsersList } from './filters.ts';

type Chip = { id: string; label: string; names: readonly FilterName[]; show: (adding: Adding) => ReactNode };

/** Status and application are always shown, other filters when set or added. */
export function FilterBar({ list }: { list: UsersList }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<string>();
  const chips = useChips(list);
  const isSet = ({ names }: Chip) => names.some((name) => list.filters[name].length > 0);
  const isShown = (chip: Chip) => chip.id === wanted || isSet(chip);
  return (
    <>
      <Filter
        label={t('userList.filters.status')}
        single
        options={[
          { value: 'false', label: t('userList.filters.active') },
          { value: 'true', label: t('userList.filters.suspended') },
        ]}
        values={list.filters.isSuspended}
        onChange={(values) => list.setFilter('isSuspended', values)}
      />
      <ApplicationFilter
        values={list.filters.applicationId}
        onChange={(values) => list.setFilter('applicationId', values)}
      />
      {chips.filter(isShown).map((chip) => (
        <span key={chip.id}>{chip.show({ isNew: chip.id === wanted, onLeave: () => setWanted(undefined) })}</span>
      ))}
      <AddFilter filters={chips.filter((chip) => !isShown(chip))} onAdd={setWanted} />
    </>
  );
}

function useChips(list: UsersList): Chip[] {
  const { t } = useTranslation();
  return [
    {
      id: 'role',
      label: t('userList.filters.role'),
      names: ['roleId'],
      show: (adding) => (
        <RoleFilter {...adding} values={list.filters.roleId} onChange={(values) => list.setFilter('roleId', values)} />
      ),
    },
    {
      id: 'latest',
      label: t('userList.filters.latest'),
      names: ['lastSignInFrom', 'lastSignInTo', 'neverSignedIn'],
      show: (adding) => <SignInFilter {...adding} list={list} />,
    },
    {
      id: 'created',
      label: t('userList.filters.created'),
      names: ['createdFrom', 'createdTo'],
      show: (adding) => <CreatedFilter {...adding} list={list} />,
    },
    ...userFlags.map(
      (flag): Chip => ({
        id: flag,
        label: t(`userList.filters.${flag}`),
        names: [flag],
        show: (adding) => (
          <Filter
            {...adding}
            single
            label={t(`userList.filters.${flag}`)}
            options={[
              { value: 'true', label: t('userList.filters.has') },
              { value: 'false', label: t('userList.filters.hasNot') },
            ]}
            values={list.filters[flag]}
            onChange={(values) => list.setFilter(flag, values)}
          />
        ),
      }),
    ),
  ];
}

type NamedFilterProps = Adding & { values: readonly string[]; onChange: (values: string[]) => void };

const optionsPageSize = '50';
const quietRead = { quiet: true, keep: true, staleTime: 60_000 } as const;

const like = (search: string) => ({
  search: search ? containing(search) : undefined,
  page: '1',
  page_size: optionsPageSize,
});
/** Query that reads these ids, to show their names. */
const exactly = (ids: readonly string[]) =>
  ({ 'search.id': [...ids], mode: 'exact', isCaseSensitive: 'true', page: '1', page_size: '100' }) as const;

function ApplicationFilter({ values, ...props }: NamedFilterProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const found = useReadPage(applicationsApi.list, { query: like(search) }, quietRead);
  const named = useRead(applicationsApi.list, { query: exactly(values) }, { ...quietRead, enabled: values.length > 0 });
  return (
    <FoundFilter
      {...props}
      label={t('userList.filters.application')}
      searchLabel={t('userList.filters.searchApplications')}
      values={values}
      nameOf={(id) => [...(named.data ?? []), ...(found.data?.items ?? [])].find((one) => one.id === id)?.name}
      found={found.data?.items.map(({ id, name }) => ({ value: id, label: name }))}
      error={found.error}
      search={search}
      onSearch={setSearch}
    />
  );
}

function RoleFilter({ values, ...props }: NamedFilterProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const found = useReadPage(rolesApi.list, { query: { ...like(search), type: 'User' } }, quietRead);
  const named = useRead(rolesApi.list, { query: exactly(values) }, { ...quietRead, enabled: values.length > 0 });
  return (
    <FoundFilter
      {...props}
      label={t('userList.filters.role')}
      searchLabel={t('userList.filters.searchRoles')}
      values={values}
      nameOf={(id) => [...(named.data ?? []), ...(found.data?.items ?? [])].find((one) => one.id === id)?.name}
      found={found.data?.items.map(({ id, name }) => ({ value: id, label: name }))}
      error={found.error}
      search={search}
      onSearch={setSearch}
    />
  );
}

type TimeProps = Adding & { list: UsersList };

const one = (moment: string | undefined) => (moment === undefined ? [] : [moment]);

function CreatedFilter({ list, ...adding }: TimeProps) {
  const { t } = useTranslation();
  const { createdFrom, createdTo } = list.filters;
  return (
    <TimeFilter
      {...adding}
      label={t('userList.filters.created')}
      presets={[1, 7, 30, 90].map((days) => ({
        label: t('userList.times.lastDays', { count: days }),
        range: { from: `-${days}d` },
      }))}
      range={{ from: createdFrom[0], to: createdTo[0] }}
      onChange={({ from, to }) => list.setFilters({ createdFrom: one(from), createdTo: one(to) })}
    />
  );
}

/** Users who never signed in are included in those who did not sign in recently. */
function SignInFilter({ list, ...adding }: TimeProps) {
  const { t } = useTranslation();
  const { lastSignInFrom, lastSignInTo, neverSignedIn } = list.filters;
  return (
    <TimeFilter
      {...adding}
      label={t('userList.filters.latest')}
      presets={[
        ...[7, 30, 90].map((days) => ({
          label: t('userList.times.lastDays', { count: days }),
          range: { from: `-${days}d` },
        })),
        ...[30, 90, 365].map((days) => ({
          label: t('userList.times.notInDays', { count: days }),
          range: { to: `-${days}d`, never: true },
        })),
        { label: t('userList.times.never'), range: { never: true } },
      ]}
      range={{ from: lastSignInFrom[0], to: lastSignInTo[0], never: neverSignedIn[0] === 'true' }}
      onChange={({ from, to, never }) =>
        list.setFilters({
          lastSignInFrom: one(from),
          lastSignInTo: one(to),
          neverSignedIn: one(never ? 'true' : undefined),
        })
      }
    />
  );
}
