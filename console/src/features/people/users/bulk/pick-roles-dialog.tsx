import { rolesApi } from '@postern/contracts/access/roles';
import { useTranslation } from 'react-i18next';
import { roleIcons } from '#features/access/roles/shared/kinds.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { AssignDialog } from '#platform/pick/assign-dialog.tsx';
import { PickFound, usePickSearch } from '#platform/pick/pick-found.tsx';
import { Tile } from '#platform/ui/tile.tsx';

type PickRolesDialogProps = {
  kind: 'assign-roles' | 'remove-roles';
  count: number;
  busy: boolean;
  onPicked: (roleIds: string[]) => void;
  onClose: () => void;
};

export function PickRolesDialog({ kind, count, busy, onPicked, onClose }: PickRolesDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const find = usePickSearch();
  const read = useReadPage(rolesApi.list, { query: { ...find.query, type: 'User' } }, { quiet: true, staleTime: 0 });
  const isAssigning = kind === 'assign-roles';
  const how = { count, number: number(count) };
  return (
    <AssignDialog
      title={t(isAssigning ? 'userList.bulk.assignTitle' : 'userList.bulk.removeTitle', how)}
      description={t(isAssigning ? 'userList.bulk.assignHelp' : 'userList.bulk.removeHelp')}
      confirm={t(isAssigning ? 'userList.bulk.assignRoles' : 'userList.bulk.removeRoles')}
      busy={busy}
      onAssign={onPicked}
      onClose={onClose}
      pick={(chosen, onChange) => (
        <PickFound
          label={t('roles.pick.roles')}
          searchLabel={t('roles.pick.searchRoles')}
          empty={t('roles.pick.noUserRoles')}
          find={find}
          read={read}
          item={({ id, name, description, type }) => ({
            id,
            label: name,
            note: description,
            image: <Tile icon={roleIcons[type]} />,
          })}
          chosen={chosen}
          onChange={onChange}
          autoFocus
        />
      )}
    />
  );
}
