import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { Webhook } from '@postern/contracts/records/webhooks';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { useDeleteWebhook } from './delete.ts';
import { EnableItem } from './enable-item.tsx';

export function RowMenu({ hook }: { hook: Webhook }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const remove = useDeleteWebhook();
  const copy = () => {
    clipboard.copy(hook.id);
    showSuccess(t('actions.copied'));
  };
  return (
    <MoreMenu name={hook.name}>
      <Menu.Item leftSection={<IconCopy size={18} stroke={1.5} />} onClick={copy}>
        {t('webhooks.copyId')}
      </Menu.Item>
      <EnableItem hook={hook} />
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void remove(hook)}>
        {t('actions.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}
