import { rolesApi } from '@postern/contracts/access/roles';
import { usersApi } from '@postern/contracts/people/users';
import { useTranslation } from 'react-i18next';
import type { AssignProps } from '#features/access/roles/places.ts';
import { countOf } from '#features/access/roles/shared/assign.tsx';
import { useReadPage } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { nameOf } from '#platform/person.ts';
import { AssignDialog } from '#platform/pick/assign-dialog.tsx';
import { isNoneLeft, PickFound, type PickProps, usePickSearch } from '#platform/pick/pick-found.tsx';
import { Avatar } from '#platform/ui/avatar.tsx';
import { labelOf, secondLabelOf } from './label.ts';

const fresh = { quiet: true, staleTime: 0 } as const;
const first = { page: '1', page_size: '1' } as const;

/** Users who do not have the role yet. */
function PickUsers({ roleId, ...props }: PickProps & { roleId: string }) {
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

/** Assigns a role to users. */
export function AssignUsers({ role, onClose, words }: AssignProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const assign = useWrite(rolesApi.assignUsers, {
    onDone: (_, { body }) => {
      onClose();
      showSuccess(t('roles.users.assigned', countOf(body.userIds, number)));
    },
  });
  return (
    <AssignDialog
      title={t('roles.users.assignTitle', { name: role.name })}
      {...words}
      confirm={t('roles.users.assign')}
      pick={(chosen, onChange) => <PickUsers roleId={role.id} chosen={chosen} onChange={onChange} />}
      busy={assign.isPending}
      onAssign={(userIds) => assign.mutate({ params: { id: role.id }, body: { userIds } })}
      onClose={onClose}
    />
  );
}
