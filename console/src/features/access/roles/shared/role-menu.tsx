import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';

type RoleMenuProps = { role: { id: string; name: string }; onDelete: () => void };

/** Actions on a role of a list. Needs the phrases `roles`. */
export function RoleMenu({ role, onDelete }: RoleMenuProps) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
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
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={onDelete}>
        {t('actions.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}
