import { applicationsApi } from '@postern/contracts/access/applications';
import { rolesApi } from '@postern/contracts/access/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { containing } from '#platform/list/containing.ts';
import type { Adding } from '#platform/list/filter-chip.tsx';
import { FoundFilter } from '#platform/list/found-filter.tsx';

type NamedFilterProps = Adding & { values: readonly string[]; onChange: (values: string[]) => void };

const shown = '50';
const calm = { quiet: true, keep: true, staleTime: 60_000 } as const;

const like = (search: string) => ({ search: search ? containing(search) : undefined, page: '1', page_size: shown });
/** Query that reads these ids, to show their names. */
const exactly = (ids: readonly string[]) =>
  ({ 'search.id': [...ids], mode: 'exact', isCaseSensitive: 'true', page: '1', page_size: '100' }) as const;

export function ApplicationFilter({ values, ...props }: NamedFilterProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const found = useReadPage(applicationsApi.list, { query: like(search) }, calm);
  const named = useRead(applicationsApi.list, { query: exactly(values) }, { ...calm, enabled: values.length > 0 });
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

export function RoleFilter({ values, ...props }: NamedFilterProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const found = useReadPage(rolesApi.list, { query: { ...like(search), type: 'User' } }, calm);
  const named = useRead(rolesApi.list, { query: exactly(values) }, { ...calm, enabled: values.length > 0 });
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
