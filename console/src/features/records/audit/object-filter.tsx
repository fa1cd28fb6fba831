import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import type { Log } from '@postern/contracts/records/audit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { FoundFilter } from '#platform/list/found-filter.tsx';
import { nameOf } from '#platform/person.ts';
import { latest, like, quietRead } from './entity-filters.tsx';
import { changeKinds } from './event-keys.ts';
import type { LogFilters } from './log-filters.ts';
import { kindName, partyName } from './shared/parties.ts';

/** A value is a kind, or a kind and an id. */
const separator = ':';

/** Looks like an id: a name of one word is searched as a name too. */
const isId = (text: string) => /^[\w-]{8,64}$/.test(text);

function useObjects(search: string) {
  const options = { ...quietRead, enabled: search !== '' };
  const users = useRead(usersApi.list, { query: like(search) }, options);
  const applications = useRead(applicationsApi.list, { query: like(search) }, options);
  const roles = useRead(rolesApi.list, { query: like(search) }, options);
  const resources = useRead(resourcesApi.list, { query: { page: '1', page_size: '100' } }, options);
  const organizations = useRead(organizationsApi.list, { query: { ...like(''), q: search } }, options);
  const all = [users, applications, roles, resources, organizations];
  const needle = search.toLowerCase();
  return {
    isLoading: search !== '' && all.every(({ data, error }) => !data && !error),
    found: [
      { kind: 'User', items: users.data?.map((user) => ({ id: user.id, name: nameOf(user) })) },
      { kind: 'Organization', items: organizations.data },
      { kind: 'Application', items: applications.data },
      { kind: 'Role', items: roles.data },
      // The API finds resources by no name.
      { kind: 'Resource', items: resources.data?.filter(({ name }) => name.toLowerCase().includes(needle)) },
    ].flatMap(({ kind, items }) =>
      search === '' ? [] : (items ?? []).map(({ id, name }) => ({ kind, value: kind + separator + id, label: name })),
    ),
  };
}

type ObjectFilterProps = { list: Pick<LogFilters, 'filters' | 'setFilters'>; logs: readonly Log[] | undefined };

/** What was changed: all objects of a kind, or one of them by its name or id. */
export function ObjectFilter({ list, logs }: ObjectFilterProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [kind = ''] = list.filters.objectKind;
  const [id] = list.filters.objectId;
  const objects = useObjects(search);
  const needle = search.toLowerCase();
  const kinds = changeKinds
    .map((value) => ({ value, label: t('audit.filters.allOf', { kind: kindName(t, value) }) }))
    .filter(({ label }) => label.toLowerCase().includes(needle));
  const found = [
    ...objects.found.map(({ kind: group, ...one }) => ({ ...one, group: kindName(t, group) })),
    ...(isId(search) ? [{ value: separator + search, label: search, group: t('audit.id') }] : []),
    ...kinds.map((one) => ({ ...one, group: t('audit.filters.kinds') })),
  ];
  const listed = logs?.flatMap(({ object }) => (object ? [object] : []));
  const valueName = (value: string) => {
    const [, ofId] = value.split(separator);
    const object = ofId === undefined ? undefined : listed?.find((one) => one.id === ofId);
    return (
      found.find((one) => one.value === value)?.label ??
      (object ? partyName(t, object) : (ofId ?? t('audit.filters.allOf', { kind: kindName(t, value) })))
    );
  };
  return (
    <FoundFilter
      label={t('audit.columns.object')}
      searchLabel={t('audit.filters.searchObjects')}
      values={id === undefined ? (kind ? [kind] : []) : [kind + separator + id]}
      nameOf={valueName}
      found={objects.isLoading ? undefined : found}
      search={search}
      onSearch={setSearch}
      onChange={(chosen) => {
        const [ofKind, ofId] = latest(chosen)[0]?.split(separator) ?? [];
        list.setFilters({ objectKind: ofKind ? [ofKind] : [], objectId: ofId ? [ofId] : [] });
      }}
    />
  );
}
