import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { User } from '@postern/contracts/people/users';
import { IconBan, IconCircleCheck, IconCopy, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { useDeleteUser } from './delete.ts';
import { labelOf } from './label.ts';
import { useSuspend } from './suspend.ts';

export function RowMenu({ user }: { user: User }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const suspend = useSuspend();
  const remove = useDeleteUser();
  const copy = () => {
    clipboard.copy(user.id);
    showSuccess(t('actions.copied'));
  };
  return (
    <MoreMenu name={labelOf(user)}>
      <Menu.Item leftSection={<IconCopy size={18} stroke={1.5} />} onClick={copy}>
        {t('users.copyId')}
      </Menu.Item>
      <StatusItems user={user} onSuspend={() => void suspend(user)} onDelete={() => void remove(user)} />
    </MoreMenu>
  );
}

type StatusItemsProps = { user: User; onSuspend: () => void; onDelete: () => void };

/** The last items of every user menu. Their actions run outside, because the menu closes before they are done. */
export function StatusItems({ user, onSuspend, onDelete }: StatusItemsProps) {
  const { t } = useTranslation();
  const Icon = user.isSuspended ? IconCircleCheck : IconBan;
  return (
    <>
      <Menu.Item leftSection={<Icon size={18} stroke={1.5} />} onClick={onSuspend}>
        {user.isSuspended ? t('users.reactivate.action') : t('users.suspend.action')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={onDelete}>
        {t('actions.delete')}
      </Menu.Item>
    </>
  );
}
