import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { resourcesApi, type Scope } from '@postern/contracts/access/resources';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';

export function ScopeMenu({ scope, onEdit }: { scope: Scope; onEdit: () => void }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const remove = useWrite(resourcesApi.removeScope, {
    onDone: () => showSuccess(t('resources.permissions.deleted')),
  });
  const { id: scopeId, resourceId, name } = scope;
  const copy = () => {
    clipboard.copy(name);
    showSuccess(t('actions.copied'));
  };
  const ask = async () => {
    const confirmed = await confirm({
      title: t('resources.permissions.deleteTitle', { name }),
      body: t('resources.permissions.deleteBody'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { resourceId, scopeId } });
    }
  };
  return (
    <MoreMenu name={name}>
      <Menu.Item leftSection={<IconPencil size={18} stroke={1.5} />} onClick={onEdit}>
        {t('resources.permissions.edit')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={18} stroke={1.5} />} onClick={copy}>
        {t('resources.permissions.copy')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void ask()}>
        {t('actions.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}
