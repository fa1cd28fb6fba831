import { useTranslation } from 'react-i18next';
import { RolePicker } from '#features/access/roles/shared/role-picker.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { AssignDialog } from '#platform/pick/assign-dialog.tsx';

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
      pick={(chosen, onChange) => <RolePicker type="User" chosen={chosen} onChange={onChange} autoFocus />}
    />
  );
}
