import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { OrganizationScope } from '@postern/contracts/access/organization-scopes';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { useDeleteOrganizationScope } from './delete.ts';

export function ScopeMenu({ scope, onEdit }: { scope: OrganizationScope; onEdit: () => void }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const remove = useDeleteOrganizationScope();
  const copy = () => {
    clipboard.copy(scope.name);
    showSuccess(t('actions.copied'));
  };
  return (
    <MoreMenu name={scope.name}>
      <Menu.Item leftSection={<IconPencil size={18} stroke={1.5} />} onClick={onEdit}>
        {t('organizationTemplate.scopes.edit')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={18} stroke={1.5} />} onClick={copy}>
        {t('organizationTemplate.scopes.copy')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void remove(scope)}>
        {t('actions.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}
