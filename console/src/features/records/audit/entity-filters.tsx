import { applicationsApi } from '@postern/contracts/access/applications';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { containing } from '#platform/list/containing.ts';
import type { Adding } from '#platform/list/filter-chip.tsx';
import { FoundFilter } from '#platform/list/found-filter.tsx';
import { nameOf } from '#platform/person.ts';
import type { LogFilters } from './log-filters.ts';

export const quietRead = { quiet: true, keep: true, staleTime: 60_000 } as const;

const page = { page: '1', page_size: '50' } as const;
export const like = (search: string) => ({ search: search ? containing(search) : undefined, ...page });
/** Query that reads these ids, to show their names. */
const exactly = (ids: readonly string[]) =>
  ({ 'search.id': [...ids], mode: 'exact', isCaseSensitive: 'true', page: '1', page_size: '100' }) as const;

type Props = Adding & { list: Pick<LogFilters, 'filters' | 'setFilter'> };

/** The API takes one value, so a new choice replaces the previous one. */
export const latest = (values: string[]) => values.slice(-1);

export function UserFilter({ list, ...adding }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const values = list.filters.userId;
  const found = useReadPage(usersApi.list, { query: like(search) }, quietRead);
  const named = useRead(usersApi.list, { query: exactly(values) }, { ...quietRead, enabled: values.length > 0 });
  const known = [...(named.data ?? []), ...(found.data?.items ?? [])];
  return (
    <FoundFilter
      {...adding}
      label={t('audit.user')}
      searchLabel={t('audit.filters.searchUsers')}
      values={values}
      nameOf={(id) => known.filter((user) => user.id === id).map(nameOf)[0]}
      found={found.data?.items.map((user) => ({ value: user.id, label: nameOf(user) }))}
      error={found.error}
      search={search}
      onSearch={setSearch}
      onChange={(chosen) => list.setFilter('userId', latest(chosen))}
    />
  );
}

export function ApplicationFilter({ list, ...adding }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const values = list.filters.applicationId;
  const found = useReadPage(applicationsApi.list, { query: like(search) }, quietRead);
  const named = useRead(applicationsApi.list, { query: exactly(values) }, { ...quietRead, enabled: values.length > 0 });
  return (
    <FoundFilter
      {...adding}
      label={t('audit.application')}
      searchLabel={t('audit.filters.searchApplications')}
      values={values}
      nameOf={(id) => [...(named.data ?? []), ...(found.data?.items ?? [])].find((one) => one.id === id)?.name}
      found={found.data?.items.map(({ id, name }) => ({ value: id, label: name }))}
      error={found.error}
      search={search}
      onSearch={setSearch}
      onChange={(chosen) => list.setFilter('applicationId', latest(chosen))}
    />
  );
}

export function OrganizationFilter({ list, ...adding }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const values = list.filters.organizationId;
  const [id = ''] = values;
  const found = useReadPage(organizationsApi.list, { query: { q: search || undefined, ...page } }, quietRead);
  const named = useRead(organizationsApi.get, { params: { id } }, { ...quietRead, enabled: id !== '' });
  return (
    <FoundFilter
      {...adding}
      label={t('audit.organization')}
      searchLabel={t('audit.filters.searchOrganizations')}
      values={values}
      nameOf={(one) =>
        named.data?.id === one ? named.data.name : found.data?.items.find((other) => other.id === one)?.name
      }
      found={found.data?.items.map((one) => ({ value: one.id, label: one.name }))}
      error={found.error}
      search={search}
      onSearch={setSearch}
      onChange={(chosen) => list.setFilter('organizationId', latest(chosen))}
    />
  );
}
