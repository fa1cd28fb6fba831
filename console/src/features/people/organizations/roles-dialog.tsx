import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { AssignDialog } from '#platform/pick/assign-dialog.tsx';
import type { PickItem } from '#platform/pick/pick-item.ts';
import { type MemberKind, useAssignRoles, useReplaceRoles } from './change-members.ts';
import { pickedRoles, RolePicker } from './role-picker.tsx';

/** One membership: who, where, and with which roles. */
export type Membership = {
  kind: MemberKind;
  organization: { id: string; name: string };
  member: { id: string; name: string };
  roles: readonly { id: string; name: string }[];
};

/** Changes the roles of one member in one organization. */
export function RolesDialog({ membership, onClose }: { membership: Membership; onClose: () => void }) {
  const { t } = useTranslation();
  const { kind, organization, member, roles } = membership;
  const [chosen, setChosen] = useState<readonly PickItem[]>(() => pickedRoles(kind, roles));
  const replace = useReplaceRoles(kind, () => {
    onClose();
    showSuccess(t('organizations.roles.saved'));
  });
  const from = roles.map(({ id }) => id);
  const to = chosen.map(({ id }) => id);
  const isChanged = from.length !== to.length || to.some((id) => !from.includes(id));
  return (
    <FormDialog
      size="wide"
      dirty={isChanged}
      onClose={onClose}
      title={t('organizations.roles.editTitle', { member: member.name, organization: organization.name })}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !replace.isPending) {
          replace.mutate({ organizationId: organization.id, memberId: member.id, from, to });
        }
      }}
      busy={replace.isPending}
      disabled={!isChanged}
      action={t('organizations.roles.save')}
    >
      <RolePicker kind={kind} chosen={chosen} onChange={setChosen} autoFocus />
    </FormDialog>
  );
}

type AssignRolesProps = {
  kind: MemberKind;
  organizationId: string;
  memberIds: readonly string[];
  onAssigned: () => void;
  onClose: () => void;
};

/** Gives roles to several members at once. */
export function AssignRolesDialog({ kind, organizationId, memberIds, onAssigned, onClose }: AssignRolesProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const count = { count: memberIds.length, number: number(memberIds.length) };
  const assign = useAssignRoles(kind, () => {
    onClose();
    onAssigned();
    showSuccess(t('organizations.roles.assigned', count));
  });
  return (
    <AssignDialog
      title={t('organizations.roles.assignTitle', count)}
      description={t('organizations.roles.assignHelp')}
      confirm={t('organizations.roles.assign')}
      pick={(chosen, onChange) => <RolePicker kind={kind} chosen={chosen} onChange={onChange} autoFocus />}
      busy={assign.isPending}
      onAssign={(roleIds) => assign.mutate({ organizationId, memberIds: [...memberIds], roleIds })}
      onClose={onClose}
    />
  );
}
