import { applicationsApi } from '@postern/contracts/access/applications';
import { rolesApi } from '@postern/contracts/access/roles';
import { useTranslation } from 'react-i18next';
import type { AssignProps } from '#features/access/roles/places.ts';
import { countOf } from '#features/access/roles/shared/assign.tsx';
import { useReadPage } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { AssignDialog } from '#platform/pick/assign-dialog.tsx';
import { isNoneLeft, PickFound, type PickProps, usePickSearch } from '#platform/pick/pick-found.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { kindIcons } from './kinds.ts';

const fresh = { quiet: true, staleTime: 0 } as const;
const first = { page: '1', page_size: '1' } as const;

/** Machine-to-machine applications that do not have the role. */
function PickApplications({ roleId, ...props }: PickProps & { roleId: string }) {
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

/** Assigns a role to machine-to-machine applications. */
export function AssignApplications({ role, onClose, words }: AssignProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const assign = useWrite(rolesApi.assignApplications, {
    onDone: (_, { body }) => {
      onClose();
      showSuccess(t('roles.applications.assigned', countOf(body.applicationIds, number)));
    },
  });
  return (
    <AssignDialog
      title={t('roles.applications.assignTitle', { name: role.name })}
      {...words}
      confirm={t('roles.applications.assign')}
      pick={(chosen, onChange) => <PickApplications roleId={role.id} chosen={chosen} onChange={onChange} />}
      busy={assign.isPending}
      onAssign={(applicationIds) => assign.mutate({ params: { id: role.id }, body: { applicationIds } })}
      onClose={onClose}
    />
  );
}
