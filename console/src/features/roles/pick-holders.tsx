import { applicationsApi } from '@postern/contracts/applications';
import { rolesApi } from '@postern/contracts/roles';
import { usersApi } from '@postern/contracts/users';
import { useTranslation } from 'react-i18next';
import { kindIcons } from '#features/applications/kinds.ts';
import { labelOf, secondLabelOf } from '#features/users/label.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { nameOf } from '#platform/person.ts';
import type { PickItem } from '#platform/pick/pick-box.tsx';
import { Avatar } from '#platform/ui/avatar.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import type { Holder } from './holder.ts';
import { roleIcons } from './kinds.ts';
import { PickFound, usePickSearch } from './pick-found.tsx';

const fresh = { quiet: true, staleTime: 0 } as const;
const first = { page: '1', page_size: '1' } as const;

/** Nothing to pick without any search: either all have the role, or there are none at all. */
const isNoneLeft = (find: ReturnType<typeof usePickSearch>, read: { data?: { total: number } }) =>
  find.search === '' && read.data?.total === 0;

type PickProps = { chosen: readonly PickItem[]; onChange: (chosen: PickItem[]) => void };

/** Users who do not have the role. */
export function PickUsers({ roleId, ...props }: PickProps & { roleId: string }) {
  const { t } = useTranslation();
  const find = usePickSearch();
  const read = useReadPage(usersApi.list, { query: { ...find.query, excludeRoleId: roleId } }, fresh);
  const all = useReadPage(usersApi.list, { query: first }, { ...fresh, enabled: isNoneLeft(find, read) });
  return (
    <PickFound
      {...props}
      label={t('roles.pick.users')}
      searchLabel={t('roles.pick.searchUsers')}
      empty={all.data?.total === 0 ? t('roles.pick.noUsersYet') : t('roles.pick.noUsers')}
      find={find}
      read={read}
      item={(user) => ({
        id: user.id,
        label: labelOf(user),
        note: secondLabelOf(user),
        image: <Avatar key={user.avatar} name={nameOf(user)} src={user.avatar} size={24} />,
      })}
      autoFocus
    />
  );
}

/** Machine-to-machine applications that do not have the role. */
export function PickApplications({ roleId, ...props }: PickProps & { roleId: string }) {
  const { t } = useTranslation();
  const find = usePickSearch();
  const query = { ...find.query, excludeRoleId: roleId, types: 'MachineToMachine' } as const;
  const read = useReadPage(applicationsApi.list, { query }, fresh);
  const all = useReadPage(
    applicationsApi.list,
    { query: { ...first, types: 'MachineToMachine' } },
    { ...fresh, enabled: isNoneLeft(find, read) },
  );
  return (
    <PickFound
      {...props}
      label={t('roles.pick.applications')}
      searchLabel={t('roles.pick.searchApplications')}
      empty={all.data?.total === 0 ? t('roles.pick.noApplicationsYet') : t('roles.pick.noApplications')}
      find={find}
      read={read}
      item={({ id, name, type, description }) => ({
        id,
        label: name,
        note: description || id,
        image: <Tile icon={kindIcons[type]} />,
      })}
      autoFocus
    />
  );
}

/** Roles that a user or an application does not have. */
export function PickRoles({ holder, ...props }: PickProps & { holder: Holder }) {
  const { t } = useTranslation();
  const find = usePickSearch();
  const isUser = holder.kind === 'user';
  const filter = isUser
    ? ({ type: 'User', excludeUserId: holder.id } as const)
    : ({ type: 'MachineToMachine', excludeApplicationId: holder.id } as const);
  const read = useReadPage(rolesApi.list, { query: { ...find.query, ...filter } }, fresh);
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
