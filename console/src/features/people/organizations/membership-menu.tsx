import { Menu } from '@mantine/core';
import { IconUnlink, IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { useRemoveMembers } from './change-members.ts';
import { type Membership, RolesDialog } from './roles-dialog.tsx';

/** Actions for one membership. `name` is the row's name: of the member, or of the organization. */
export function MembershipMenu({ membership, name }: { membership: Membership; name: string }) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const { kind, organization, member } = membership;
  const remove = useRemoveMembers(kind, () =>
    showSuccess(t(kind === 'user' ? 'organizations.members.removed' : 'organizations.machines.removed')),
  );
  const ask = async () => {
    const confirmed = await confirm({
      title: t('organizations.members.removeTitle', { member: member.name, organization: organization.name }),
      body: t(kind === 'user' ? 'organizations.members.removeBody' : 'organizations.machines.removeBody'),
      confirm: t('organizations.remove'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ organizationId: organization.id, memberIds: [member.id] });
    }
  };
  return (
    <>
      <MoreMenu name={name}>
        <Menu.Item leftSection={<IconUserShield size={18} stroke={1.5} />} onClick={() => setEditing(true)}>
          {t('organizations.roles.edit')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item data-danger leftSection={<IconUnlink size={18} stroke={1.5} />} onClick={() => void ask()}>
          {t('organizations.removeFrom')}
        </Menu.Item>
      </MoreMenu>
      {isEditing && <RolesDialog membership={membership} onClose={() => setEditing(false)} />}
    </>
  );
}
