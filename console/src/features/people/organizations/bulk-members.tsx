import { Button } from '@mantine/core';
import type { Organization } from '@postern/contracts/access/organization';
import { IconUnlink, IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import type { ListState } from '#platform/list/list-state.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { type MemberKind, useRemoveMembers } from './change-members.ts';
import { AssignRolesDialog } from './roles-dialog.tsx';

type BulkMembersProps = {
  kind: MemberKind;
  organization: Organization;
  list: Pick<ListState<string>, 'selected' | 'clearSelection'>;
};

/** Actions for the selected members. */
export function BulkMembers({ kind, organization, list }: BulkMembersProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [isAssigning, setAssigning] = useState(false);
  const remove = useRemoveMembers(kind, ({ memberIds }) => {
    list.clearSelection();
    showSuccess(t('organizations.members.removedCount', countOf(memberIds)));
  });
  const countOf = (ids: readonly string[]) => ({ count: ids.length, number: number(ids.length) });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('organizations.members.removeCount', { ...countOf(list.selected), organization: organization.name }),
      body: t(kind === 'user' ? 'organizations.members.removeBody' : 'organizations.machines.removeBody'),
      confirm: t('organizations.remove'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ organizationId: organization.id, memberIds: list.selected });
    }
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconUserShield size={16} stroke={1.5} aria-hidden />}
        onClick={() => setAssigning(true)}
      >
        {t('organizations.roles.assign')}
      </Button>
      <BusyButton
        color="red"
        variant="light"
        size="xs"
        busy={remove.isPending}
        leftSection={<IconUnlink size={16} stroke={1.5} aria-hidden />}
        onClick={() => void ask()}
      >
        {t('organizations.remove')}
      </BusyButton>
      {isAssigning && (
        <AssignRolesDialog
          kind={kind}
          organizationId={organization.id}
          memberIds={list.selected}
          onAssigned={list.clearSelection}
          onClose={() => setAssigning(false)}
        />
      )}
    </>
  );
}
