import { Button, Menu } from '@mantine/core';
import { type DirectoryMapping, directorySyncApi } from '@postern/contracts/people/directory-sync';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { ReadFailed } from '#platform/detail/token-parts.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { MappingDialog } from './mapping-dialog.tsx';

type Open = { mapping: DirectoryMapping | undefined };
type MappingsProps = { connectorId: string; hasGroups: boolean };

/** Which groups lead to which organizations and roles. */
export function MappingsCard({ connectorId, hasGroups }: MappingsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>();
  return (
    <ListCard
      title={t('directorySync.mappings.title')}
      help={t('directorySync.mappings.help')}
      action={
        hasGroups && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => setOpen({ mapping: undefined })}
          >
            {t('directorySync.mappings.add')}
          </Button>
        )
      }
    >
      <Mappings connectorId={connectorId} hasGroups={hasGroups} onEdit={(mapping) => setOpen({ mapping })} />
      {open && <MappingDialog connectorId={connectorId} mapping={open.mapping} onClose={() => setOpen(undefined)} />}
    </ListCard>
  );
}

function Mappings({ connectorId, hasGroups, onEdit }: MappingsProps & { onEdit: (mapping: DirectoryMapping) => void }) {
  const { t } = useTranslation();
  const query = { page: '1', page_size: '100' };
  const read = useReadPage(directorySyncApi.listMappings, { params: { id: connectorId }, query }, { quiet: true });
  if (read.error && !read.data) {
    return <ReadFailed {...read} />;
  }
  if (read.data?.total === 0) {
    return (
      <CardTableNote>{t(hasGroups ? 'directorySync.mappings.none' : 'directorySync.mappings.noGroups')}</CardTableNote>
    );
  }
  return (
    <CardTable
      label={t('directorySync.mappings.title')}
      rows={read.data?.items}
      rowKey={({ id }) => id}
      textOf={({ group, organization }) => `${group.name} ${organization.name}`}
      columns={[
        {
          id: 'group',
          title: t('directorySync.mappings.group'),
          width: '30%',
          cell: ({ group }) => (
            <div className="truncate" title={group.name}>
              {group.name}
            </div>
          ),
        },
        {
          id: 'organization',
          title: t('directorySync.mappings.organization'),
          width: '30%',
          cell: ({ organization }) => (
            <div className="truncate" title={organization.name}>
              {organization.name}
            </div>
          ),
        },
        {
          id: 'roles',
          title: t('directorySync.mappings.roles'),
          cell: ({ organizationRoles }) =>
            organizationRoles.map(({ name }) => name).join(', ') || t('directorySync.mappings.noRoles'),
        },
      ]}
      menu={(mapping) => <MappingMenu connectorId={connectorId} mapping={mapping} onEdit={() => onEdit(mapping)} />}
    />
  );
}

type MenuProps = { connectorId: string; mapping: DirectoryMapping; onEdit: () => void };

function MappingMenu({ connectorId, mapping, onEdit }: MenuProps) {
  const { t } = useTranslation();
  const names = { group: mapping.group.name, organization: mapping.organization.name };
  const remove = useWrite(directorySyncApi.removeMapping, {
    onDone: () => showSuccess(t('directorySync.mappings.removed')),
  });
  const ask = async () => {
    const question = {
      title: t('directorySync.mappings.deleteTitle', names),
      body: t('directorySync.mappings.deleteBody', names),
      confirm: t('directorySync.mappings.remove'),
      danger: true,
    };
    if (await confirm(question)) {
      remove.mutate({ params: { id: connectorId, mappingId: mapping.id } });
    }
  };
  return (
    <MoreMenu name={mapping.group.name}>
      <Menu.Item leftSection={<IconPencil size={18} stroke={1.5} />} onClick={onEdit}>
        {t('directorySync.mappings.edit')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void ask()}>
        {t('directorySync.mappings.remove')}
      </Menu.Item>
    </MoreMenu>
  );
}
