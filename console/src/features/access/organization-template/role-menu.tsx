import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { OrganizationRole } from '@postern/contracts/access/organization-roles';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { useDeleteOrganizationRole } from './delete.ts';

export function RoleMenu({ role }: { role: OrganizationRole }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const remove = useDeleteOrganizationRole();
  const copy = () => {
    clipboard.copy(role.id);
    showSuccess(t('actions.copied'));
  };
  return (
    <MoreMenu name={role.name}>
      <Menu.Item leftSection={<IconCopy size={18} stroke={1.5} />} onClick={copy}>
        {t('roles.copyId')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void remove(role)}>
        {t('actions.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}
