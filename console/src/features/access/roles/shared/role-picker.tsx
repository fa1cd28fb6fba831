import { type RoleType, rolesApi } from '@postern/contracts/access/roles';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { PickFound, type PickProps, usePickSearch } from '#platform/pick/pick-found.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import type { Holder } from '../holder.ts';
import { roleIcons } from './kinds.ts';

type RolePickerProps = PickProps & {
  type: RoleType;
  /** Leaves out the roles that this user or application already has. */
  without?: Holder;
  /** In place of the usual words. */
  words?: { label: string; searchLabel: string; empty: string };
  autoFocus?: boolean;
};

/** Picks roles of one type. */
export function RolePicker({ type, without, words, ...props }: RolePickerProps) {
  const { t } = useTranslation();
  const find = usePickSearch();
  const filter = without && { [without.kind === 'user' ? 'excludeUserId' : 'excludeApplicationId']: without.id };
  const read = useReadPage(rolesApi.list, { query: { ...find.query, type, ...filter } }, { quiet: true, staleTime: 0 });
  return (
    <PickFound
      label={t('roles.pick.roles')}
      searchLabel={t('roles.pick.searchRoles')}
      empty={type === 'User' ? t('roles.pick.noUserRoles') : t('roles.pick.noApplicationRoles')}
      {...words}
      {...props}
      find={find}
      read={read}
      item={({ id, name, description }) => ({
        id,
        label: name,
        note: description,
        image: <Tile icon={roleIcons[type]} />,
      })}
    />
  );
}
