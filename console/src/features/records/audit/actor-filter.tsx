import { applicationsApi } from '@postern/contracts/access/applications';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { administratorsApi } from '@postern/contracts/people/administrators';
import { usersApi } from '@postern/contracts/people/users';
import type { Log } from '@postern/contracts/records/audit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { config } from '#platform/config.ts';
import { FoundFilter } from '#platform/list/found-filter.tsx';
import { nameOf } from '#platform/person.ts';
import { useTenantId } from '#platform/tenant.ts';
import { latest, like, quietRead } from './entity-filters.tsx';
import type { LogFilters } from './log-filters.ts';
import { kindName, partyName } from './shared/parties.ts';

type Found = { value: string; label: string };

/** Administrators of the installation or, in the cloud edition, members of the tenant, found by the server. */
function useAdministrators(search: string, isOpen: boolean): Found[] {
  const id = useTenantId();
  const isCloud = config.edition === 'cloud';
  const own = useRead(administratorsApi.list, {}, { ...quietRead, enabled: isOpen && !isCloud });
  const query = { q: search || undefined, page: '1', page_size: '20' };
  const members = useRead(
    tenantMembersApi.list,
    { params: { id }, query },
    { ...quietRead, enabled: isOpen && isCloud },
  );
  const people = (isCloud ? members.data : own.data) ?? [];
  return people
    .map((person) => ({ value: person.id, label: nameOf({ ...person, primaryPhone: null }) }))
    .filter(({ label }) => isCloud || label.toLowerCase().includes(search.toLowerCase()));
}

/** The product itself, as the API calls it. */
const system = 'system';

type ActorFilterProps = { list: Pick<LogFilters, 'filters' | 'setFilter'>; logs: readonly Log[] | undefined };

/** Who did it: administrators, applications, people, or the product. */
export function ActorFilter({ list, logs }: ActorFilterProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const options = { ...quietRead, enabled: isOpen };
  const values = list.filters.actorId;
  const users = useReadPage(usersApi.list, { query: like(search) }, options);
  const applications = useReadPage(applicationsApi.list, { query: like(search) }, options);
  const administrators = useAdministrators(search, isOpen);
  const systemName = kindName(t, system);
  const found = [
    { kind: 'administrator', all: administrators },
    { kind: 'application', all: applications.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [] },
    { kind: 'user', all: users.data?.items.map((user) => ({ value: user.id, label: nameOf(user) })) ?? [] },
    {
      kind: system,
      all: systemName.toLowerCase().includes(search.toLowerCase()) ? [{ value: system, label: systemName }] : [],
    },
  ].flatMap(({ kind, all }) => all.map((one) => ({ ...one, group: kindName(t, kind) })));
  /** All entries of the list have this actor, and the server names also those that are not found here. */
  const listed = logs?.flatMap(({ actor }) => (actor ? [actor] : []));
  const actorName = (id: string) => {
    const actor = listed?.find((one) => one.id === id);
    return found.find(({ value }) => value === id)?.label ?? (actor && partyName(t, actor));
  };
  return (
    <FoundFilter
      label={t('audit.actor')}
      searchLabel={t('audit.filters.searchActors')}
      values={values}
      nameOf={actorName}
      found={users.data || applications.data ? found : undefined}
      error={users.error ?? applications.error}
      search={search}
      onSearch={setSearch}
      onOpen={() => setOpen(true)}
      onChange={(chosen) => list.setFilter('actorId', latest(chosen))}
    />
  );
}
