import { rolesApi } from '@postern/contracts/access/roles';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { PickFound, type PickProps, usePickSearch } from '#platform/pick/pick-found.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import type { Holder } from './holder.ts';
import { roleIcons } from './shared/kinds.ts';

/** Roles that a user or an application does not have. */
export function PickRoles({ holder, ...props }: PickProps & { holder: Holder }) {
  const { t } = useTranslation();
  const find = usePickSearch();
  const isUser = holder.kind === 'user';
  const filter = isUser
    ? ({ type: 'User', excludeUserId: holder.id } as const)
    : ({ type: 'MachineToMachine', excludeApplicationId: holder.id } as const);
  const read = useReadPage(rolesApi.list, { query: { ...find.query, ...filter } }, { quiet: true, staleTime: 0 });
  return (
    <PickFound
      {...props}
      label={t('roles.pick.roles')}
      searchLabel={t('roles.pick.searchRoles')}
      empty={isUser ? t('roles.pick.noUserRoles') : t('roles.pick.noApplicationRoles')}
      find={find}
      read={read}
      item={({ id, name, description, type }) => ({
        id,
        label: name,
        note: description,
        image: <Tile icon={roleIcons[type]} />,
      })}
      autoFocus
    />
  );
}
