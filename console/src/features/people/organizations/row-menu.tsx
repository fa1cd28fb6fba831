import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { Organization } from '@postern/contracts/access/organization';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { useDeleteOrganization } from './delete.ts';

export function RowMenu({ organization }: { organization: Organization }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const remove = useDeleteOrganization();
  const copy = () => {
    clipboard.copy(organization.id);
    showSuccess(t('actions.copied'));
  };
  return (
    <MoreMenu name={organization.name}>
      <Menu.Item leftSection={<IconCopy size={18} stroke={1.5} />} onClick={copy}>
        {t('organizations.copyId')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        data-danger
        leftSection={<IconTrash size={18} stroke={1.5} />}
        onClick={() => void remove(organization)}
      >
        {t('actions.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}
