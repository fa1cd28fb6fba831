import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { resourcesApi } from '@postern/contracts/access/resources';
import type { RoleType } from '@postern/contracts/access/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsBuiltIn } from '#features/access/resources/shared/built-in.ts';
import { useRead } from '#platform/client/use-read.ts';
import { PickBox } from '#platform/pick/pick-box.tsx';
import type { PickGroup, PickItem } from '#platform/pick/pick-item.ts';

/** The two kinds of permissions of an organization role. */
export type PermissionKind = 'organization' | 'resource';

/** One picker offers both kinds, so the keys of its items name the kind. */
export const keyOf = (kind: PermissionKind, id: string) => `${kind}:${id}`;

/** The ids of one kind among the keys of picked items. */
export const idsOf = (kind: PermissionKind, keys: readonly string[]) =>
  keys.filter((key) => key.startsWith(`${kind}:`)).map((key) => key.slice(kind.length + 1));

type PickPermissionsProps = {
  /** Machines may have permissions of the management API, users may not. */
  type: RoleType;
  /** Keys of the permissions that the role already has. */
  without?: ReadonlySet<string>;
  chosen: readonly PickItem[];
  onChange: (chosen: PickItem[]) => void;
  autoFocus?: boolean;
};

/** Organization permissions first, then the permissions of all APIs, grouped by API. */
export function PickPermissions({ type, without, chosen, onChange, autoFocus }: PickPermissionsProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { groups, error } = useGroups(type);
  const offered = groups
    ?.map((group) => ({
      ...group,
      items: group.items.filter(
        ({ id, label, note }) => !without?.has(id) && contains([label, note, group.label, group.note], search),
      ),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <PickBox
      label={t('organizationTemplate.pick.label')}
      searchLabel={t('organizationTemplate.pick.search')}
      groups={offered}
      chosen={chosen}
      onChange={onChange}
      search={search}
      onSearch={setSearch}
      error={error}
      empty={t('organizationTemplate.pick.empty')}
      note={type === 'User' ? t('roles.pick.managementNote') : undefined}
      autoFocus={autoFocus}
    />
  );
}

function useGroups(type: RoleType): { groups: PickGroup[] | undefined; error: unknown } {
  const { t } = useTranslation();
  const isBuiltIn = useIsBuiltIn();
  const options = { quiet: true, staleTime: 0 };
  const scopes = useRead(organizationScopesApi.list, { query: {} }, options);
  const resources = useRead(resourcesApi.list, { query: { includeScopes: 'true' } }, options);
  const error = scopes.error ?? resources.error;
  if (!scopes.data || !resources.data) {
    return { groups: undefined, error };
  }
  const own = t('organizationTemplate.kinds.organizationPlural');
  const groups = [
    {
      id: 'organization',
      label: own,
      items: scopes.data.map(({ id, name, description }) => ({
        id: keyOf('organization', id),
        label: name,
        note: description ?? undefined,
        from: own,
      })),
    },
    ...resources.data
      .filter((resource) => type === 'MachineToMachine' || !isBuiltIn(resource))
      .map((resource) => ({
        id: resource.id,
        label: resource.name,
        note: resource.indicator,
        items: (resource.scopes ?? []).map(({ id, name, description }) => ({
          id: keyOf('resource', id),
          label: name,
          note: description ?? undefined,
          from: resource.name,
        })),
      })),
  ];
  return { groups, error };
}

const contains = (texts: (string | undefined)[], search: string) =>
  texts.some((text) => text?.toLocaleLowerCase().includes(search.toLocaleLowerCase()));
