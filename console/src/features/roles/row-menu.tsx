import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { Role } from '@postern/contracts/roles';
import { IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showSuccess } from '#platform/feedback/toast.ts';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { useDeleteRole } from './delete.ts';

export function RowMenu({ role }: { role: Role }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const remove = useDeleteRole();
  const copy = () => {
    clipboard.copy(role.id);
    showSuccess(t('actions.copied'));
  };
  return (
    <Menu>
      <Menu.Target>
        <IconButton label={t('actions.moreFor', { name: role.name })} size="small" tooltip={false}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={18} stroke={1.5} />} onClick={copy}>
          {t('roles.copyId')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void remove(role)}>
          {t('actions.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
