import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { Application } from '@postern/contracts/access/applications';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { useDeleteApplication } from './delete.ts';

export function RowMenu({ application }: { application: Application }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const remove = useDeleteApplication();
  const copy = () => {
    clipboard.copy(application.id);
    showSuccess(t('actions.copied'));
  };
  return (
    <MoreMenu name={application.name}>
      <Menu.Item leftSection={<IconCopy size={18} stroke={1.5} />} onClick={copy}>
        {t('applications.copyId')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        data-danger
        leftSection={<IconTrash size={18} stroke={1.5} />}
        onClick={() => void remove(application)}
      >
        {t('actions.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}
