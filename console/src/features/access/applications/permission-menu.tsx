import { Menu } from '@mantine/core';
import { applicationConsentApi } from '@postern/contracts/access/application-consent';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import type { ConsentRow } from './consent-scopes.ts';

type PermissionMenuProps = { applicationId: string; row: ConsentRow; onDescribe: () => void };

export function PermissionMenu({ applicationId, row, onDescribe }: PermissionMenuProps) {
  const { t } = useTranslation();
  const { name, type, id } = row;
  const remove = useWrite(applicationConsentApi.removeScope, {
    onDone: () => showSuccess(t('applications.permissions.removed')),
  });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('applications.permissions.removeTitle', { name }),
      body: t('applications.permissions.removeBody'),
      confirm: t('applications.permissions.remove'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { applicationId, scopeType: type, scopeId: id } });
    }
  };
  return (
    <MoreMenu name={name}>
      {row.resourceId && (
        <>
          <Menu.Item leftSection={<IconPencil size={18} stroke={1.5} />} onClick={onDescribe}>
            {t('applications.permissions.describe')}
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void ask()}>
        {t('applications.permissions.remove')}
      </Menu.Item>
    </MoreMenu>
  );
}
