import { Menu } from '@mantine/core';
import { type TenantMember, tenantMembersApi } from '@postern/contracts/tenant-members';
import { IconLogout, IconUserMinus, IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import type { Abilities } from '#platform/router/abilities.ts';
import { useTenantId } from '#platform/tenant.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { useLeaveTenant } from './leave.ts';
import { memberName } from './member-name.ts';
import { RoleDialog } from './role-dialog.tsx';

type MemberMenuProps = { member: TenantMember; abilities: Abilities; isSelf: boolean };

export function MemberMenu({ member, abilities, isSelf }: MemberMenuProps) {
  const { t } = useTranslation();
  const [isChanging, setChanging] = useState(false);
  const leave = useLeaveTenant();
  const remove = useRemoveMember();
  if (!isSelf && !abilities.changeRoles && !abilities.removeMembers) {
    return null;
  }
  return (
    <>
      <MoreMenu name={memberName(member)}>
        {abilities.changeRoles && (
          <Menu.Item leftSection={<IconUserShield size={18} stroke={1.5} />} onClick={() => setChanging(true)}>
            {t('tenantSettings.members.changeRole')}
          </Menu.Item>
        )}
        {isSelf ? (
          <Menu.Item data-danger leftSection={<IconLogout size={18} stroke={1.5} />} onClick={() => void leave()}>
            {t('tenantSettings.leave.action')}
          </Menu.Item>
        ) : (
          abilities.removeMembers && (
            <Menu.Item
              data-danger
              leftSection={<IconUserMinus size={18} stroke={1.5} />}
              onClick={() => void remove(member)}
            >
              {t('tenantSettings.members.remove')}
            </Menu.Item>
          )
        )}
      </MoreMenu>
      {isChanging && <RoleDialog member={member} onClose={() => setChanging(false)} />}
    </>
  );
}

function useRemoveMember() {
  const { t } = useTranslation();
  const id = useTenantId();
  const { mutate } = useWrite(tenantMembersApi.remove, {
    onDone: () => showSuccess(t('tenantSettings.members.removed')),
  });
  return async (member: TenantMember) => {
    const isSure = await confirm({
      title: t('tenantSettings.members.removeTitle', { name: memberName(member) }),
      body: t('tenantSettings.members.removeBody'),
      confirm: t('tenantSettings.members.remove'),
      danger: true,
    });
    if (isSure) {
      mutate({ params: { id, userId: member.id } });
    }
  };
}
