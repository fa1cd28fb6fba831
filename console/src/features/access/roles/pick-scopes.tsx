import { resourcesApi } from '@postern/contracts/access/resources';
import type { RoleType } from '@postern/contracts/access/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsBuiltIn } from '#features/access/resources/shared/built-in.ts';
import { useRead } from '#platform/client/use-read.ts';
import { PickBox } from '#platform/pick/pick-box.tsx';
import type { PickItem } from '#platform/pick/pick-item.ts';

type PickScopesProps = {
  /** Machines may have permissions of the management API, users may not. */
  type: RoleType;
  /** Permissions that the role already has. */
  without?: ReadonlySet<string>;
  chosen: readonly PickItem[];
  onChange: (chosen: PickItem[]) => void;
  autoFocus?: boolean;
};

/** Permissions of all APIs, grouped by API. */
export function PickScopes({ type, without, chosen, onChange, autoFocus }: PickScopesProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const isBuiltIn = useIsBuiltIn();
  const read = useRead(resourcesApi.list, { query: { includeScopes: 'true' } }, { quiet: true, staleTime: 0 });
  const groups = read.data
    ?.filter((resource) => type === 'MachineToMachine' || !isBuiltIn(resource))
    .map(({ id, name, indicator, scopes = [] }) => ({
      id,
      label: name,
      items: scopes
        .filter((scope) => !without?.has(scope.id) && holds([scope.name, scope.description, name, indicator], search))
        .map((scope) => ({ id: scope.id, label: scope.name, note: scope.description ?? undefined, from: name })),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <PickBox
      label={t('roles.pick.scopes')}
      searchLabel={t('roles.pick.searchScopes')}
      groups={groups}
      chosen={chosen}
      onChange={onChange}
      search={search}
      onSearch={setSearch}
      error={read.error}
      empty={t('roles.pick.noScopes')}
      note={type === 'User' ? t('roles.pick.managementNote') : undefined}
      autoFocus={autoFocus}
    />
  );
}

const holds = (texts: (string | null)[], search: string) =>
  texts.some((text) => text?.toLocaleLowerCase().includes(search.toLocaleLowerCase()));
