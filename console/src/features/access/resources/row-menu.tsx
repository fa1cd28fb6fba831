import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { Resource } from '@postern/contracts/access/resources';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { useDeleteResource } from './delete.ts';
import { useIsBuiltIn } from './shared/built-in.ts';

export function RowMenu({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const remove = useDeleteResource();
  const isBuiltIn = useIsBuiltIn()(resource);
  const copy = () => {
    clipboard.copy(resource.indicator);
    showSuccess(t('actions.copied'));
  };
  return (
    <MoreMenu name={resource.name}>
      <Menu.Item leftSection={<IconCopy size={18} stroke={1.5} />} onClick={copy}>
        {t('resources.copyIdentifier')}
      </Menu.Item>
      {!isBuiltIn && (
        <>
          <Menu.Divider />
          <Menu.Item
            data-danger
            leftSection={<IconTrash size={18} stroke={1.5} />}
            onClick={() => void remove(resource)}
          >
            {t('actions.delete')}
          </Menu.Item>
        </>
      )}
    </MoreMenu>
  );
}
