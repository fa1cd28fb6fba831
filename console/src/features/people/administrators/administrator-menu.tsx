import { Menu } from '@mantine/core';
import { type Administrator, administratorsApi } from '@postern/contracts/people/administrators';
import { IconUserMinus, IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { idTokenClaims } from '#platform/session/claims.ts';
import { signOut } from '#platform/session/sign-in.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { nameAdministrator } from './name-administrator.ts';
import { RoleDialog } from './role-dialog.tsx';

export function AdministratorMenu({ administrator }: { administrator: Administrator }) {
  const { t } = useTranslation();
  const [isChanging, setChanging] = useState(false);
  const remove = useRemove(administrator);
  return (
    <>
      <MoreMenu name={nameAdministrator(administrator)}>
        <Menu.Item leftSection={<IconUserShield size={18} stroke={1.5} />} onClick={() => setChanging(true)}>
          {t('tenantSettings.members.changeRole')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item data-danger leftSection={<IconUserMinus size={18} stroke={1.5} />} onClick={() => void remove()}>
          {t('administrators.remove')}
        </Menu.Item>
      </MoreMenu>
      {isChanging && <RoleDialog administrator={administrator} onClose={() => setChanging(false)} />}
    </>
  );
}

/** Asks before an administrator is removed. Those who remove themselves are signed out. */
function useRemove(administrator: Administrator) {
  const { t } = useTranslation();
  const { id } = administrator;
  const isSelf = id === idTokenClaims()?.sub;
  const remove = useWrite(administratorsApi.remove, {
    onDone: async () => {
      if (isSelf) {
        await signOut();
      }
      showSuccess(t('administrators.removed'));
    },
  });
  return async () => {
    const isSure = await confirm({
      title: t('tenantSettings.members.removeTitle', { name: nameAdministrator(administrator) }),
      body: t(isSelf ? 'administrators.removeSelf' : 'administrators.removeBody'),
      confirm: t('administrators.remove'),
      danger: true,
    });
    if (isSure) {
      remove.mutate({ params: { userId: id } });
    }
  };
}
