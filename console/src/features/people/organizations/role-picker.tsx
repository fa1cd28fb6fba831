import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { useTranslation } from 'react-i18next';
import { roleIcons } from '#features/access/roles/shared/kinds.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { PickFound, type PickProps, usePickSearch } from '#platform/pick/pick-found.tsx';
import type { PickItem } from '#platform/pick/pick-item.ts';
import { Tile } from '#platform/ui/tile.tsx';
import type { MemberKind } from './change-members.ts';

const typeOf = { user: 'User', application: 'MachineToMachine' } as const;

/** Roles of a member as picked items. */
export const pickedRoles = (kind: MemberKind, roles: readonly { id: string; name: string }[]): PickItem[] =>
  roles.map(({ id, name }) => ({ id, label: name, image: <Tile icon={roleIcons[typeOf[kind]]} /> }));

type RolePickerProps = PickProps & {
  /** Users and machines have roles of different types. */
  kind: MemberKind;
  label?: string;
  short?: boolean;
  autoFocus?: boolean;
};

/** Picks roles of the organization template. */
export function RolePicker({ kind, label, ...props }: RolePickerProps) {
  const { t } = useTranslation();
  const find = usePickSearch();
  const { page, page_size } = find.query;
  const type = typeOf[kind];
  const query = { q: find.search || undefined, type, page, page_size };
  const read = useReadPage(organizationRolesApi.list, { query }, { quiet: true, staleTime: 0 });
  return (
    <PickFound
      {...props}
      label={label ?? t('organizations.roles.title')}
      searchLabel={t('organizations.roles.search')}
      empty={t(kind === 'user' ? 'organizations.roles.noUserRoles' : 'organizations.roles.noMachineRoles')}
      find={find}
      read={read}
      item={({ id, name, description }) => ({
        id,
        label: name,
        note: description ?? undefined,
        image: <Tile icon={roleIcons[type]} />,
      })}
    />
  );
}
