import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { type DirectoryMapping, directorySyncApi } from '@postern/contracts/people/directory-sync';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { roleIcons } from '#features/access/roles/shared/kinds.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { SearchSelect } from '#platform/form/search-select.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { PickFound, type PickProps, usePickSearch } from '#platform/pick/pick-found.tsx';
import type { PickItem } from '#platform/pick/pick-item.ts';
import { Tile } from '#platform/ui/tile.tsx';

type Choice = { value: string; label: string };
const some = { page: '1', page_size: '50' };

type MappingDialogProps = {
  connectorId: string;
  /** The mapping whose roles are changed; undefined for a new one. */
  mapping: DirectoryMapping | undefined;
  onClose: () => void;
};

/** Maps a group to an organization with roles. Later only the roles can be changed. */
export function MappingDialog({ connectorId, mapping, onClose }: MappingDialogProps) {
  const { t } = useTranslation();
  const [group, setGroup] = useState<Choice>();
  const [organization, setOrganization] = useState<Choice>();
  const [roles, setRoles] = useState<readonly PickItem[]>(() =>
    (mapping?.organizationRoles ?? []).map(({ id, name }) => ({
      id,
      label: name,
      image: <Tile icon={roleIcons.User} />,
    })),
  );
  const onDone = () => {
    onClose();
    showSuccess(t('directorySync.mappings.saved'));
  };
  const create = useWrite(directorySyncApi.createMapping, { onDone });
  const update = useWrite(directorySyncApi.updateMapping, { onDone });
  const isBusy = create.isPending || update.isPending;
  const isReady = mapping !== undefined || (group !== undefined && organization !== undefined);
  const organizationRoleIds = roles.map(({ id }) => id);

  function send(): void {
    if (mapping) {
      update.mutate({ params: { id: connectorId, mappingId: mapping.id }, body: { organizationRoleIds } });
    } else if (group && organization) {
      const body = { groupId: group.value, organizationId: organization.value, organizationRoleIds };
      create.mutate({ params: { id: connectorId }, body });
    }
  }

  return (
    <FormDialog
      size="wide"
      dirty={group !== undefined || organization !== undefined}
      onClose={onClose}
      title={
        mapping
          ? t('directorySync.mappings.editTitle', {
              group: mapping.group.name,
              organization: mapping.organization.name,
            })
          : t('directorySync.mappings.add')
      }
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) {
          send();
        }
      }}
      busy={isBusy}
      disabled={!isReady}
      action={t(mapping ? 'directorySync.mappings.save' : 'directorySync.mappings.add')}
    >
      {!mapping && (
        <>
          <GroupSelect connectorId={connectorId} chosen={group} onChoose={setGroup} />
          <OrganizationSelect chosen={organization} onChoose={setOrganization} />
        </>
      )}
      <RolePicker chosen={roles} onChange={setRoles} />
    </FormDialog>
  );
}

type SelectProps = { chosen: Choice | undefined; onChoose: (choice: Choice | undefined) => void };

function GroupSelect({ connectorId, chosen, onChoose }: SelectProps & { connectorId: string }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [q, setSearch] = useState('');
  const query = { ...some, q: q || undefined };
  const read = useReadPage(directorySyncApi.listGroups, { params: { id: connectorId }, query }, { quiet: true });
  const found = read.data?.items.map(({ id, displayName, members }) => ({
    value: id,
    label: displayName,
    note: t('directorySync.mappings.members', { count: members, number: number(members) }),
  }));
  return (
    <SearchSelect
      label={t('directorySync.mappings.group')}
      placeholder={t('directorySync.mappings.groupPlaceholder')}
      chosen={chosen}
      onChoose={(value) => onChoose(found?.find((one) => one.value === value))}
      found={found}
      error={read.error}
      onSearch={setSearch}
    />
  );
}

function OrganizationSelect({ chosen, onChoose }: SelectProps) {
  const { t } = useTranslation();
  const [q, setSearch] = useState('');
  const read = useReadPage(organizationsApi.list, { query: { ...some, q: q || undefined } }, { quiet: true });
  const found = read.data?.items.map(({ id, name }) => ({ value: id, label: name, note: id }));
  return (
    <SearchSelect
      label={t('directorySync.mappings.organization')}
      placeholder={t('directorySync.mappings.organizationPlaceholder')}
      chosen={chosen}
      onChoose={(value) => onChoose(found?.find((one) => one.value === value))}
      found={found}
      error={read.error}
      onSearch={setSearch}
    />
  );
}

function RolePicker(props: PickProps) {
  const { t } = useTranslation();
  const find = usePickSearch();
  const { page, page_size } = find.query;
  const query = { q: find.search || undefined, type: 'User' as const, page, page_size };
  const read = useReadPage(organizationRolesApi.list, { query }, { quiet: true, staleTime: 0 });
  return (
    <PickFound
      {...props}
      short
      label={t('directorySync.mappings.roles')}
      searchLabel={t('directorySync.mappings.searchRoles')}
      empty={t('directorySync.mappings.rolesEmpty')}
      find={find}
      read={read}
      item={({ id, name, description }) => ({
        id,
        label: name,
        note: description ?? undefined,
        image: <Tile icon={roleIcons.User} />,
      })}
    />
  );
}
