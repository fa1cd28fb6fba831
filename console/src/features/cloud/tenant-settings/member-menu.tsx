import { Menu } from '@mantine/core';
import type { TenantMember } from '@postern/contracts/cloud/tenant-members';
import { IconLogout, IconUserMinus, IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Abilities } from '#platform/router/abilities.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { useLeaveTenant } from './leave.ts';
import { memberName } from './member-name.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';

type MemberMenuProps = { member: TenantMember; abilities: Abilities; isSelf: boolean };

export function MemberMenu({ member, abilities, isSelf }: MemberMenuProps) {
  const { t } = useTranslation();
  const [isChanging, setChanging] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const leave = useLeaveTenant();
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
          <Menu.Item
            data-danger
            leftSection={<IconLogout className="flip" size={18} stroke={1.5} />}
            onClick={() => void leave()}
          >
            {t('tenantSettings.leave.action')}
          </Menu.Item>
        ) : (
          abilities.removeMembers && (
            <Menu.Item
              data-danger
              leftSection={<IconUserMinus size={18} stroke={1.5} />}
              onClick={() => setRemoving(true)}
            >
              {t('tenantSettings.members.remove')}
            </Menu.Item>
          )
        )}
      </MoreMenu>
      {isChanging && <RoleDialog member={member} onClose={() => setChanging(false)} />}
      {isRemoving && <RemoveMemberDialog member={member} onClose={() => setRemoving(false)} />}
    </>
  );
}
