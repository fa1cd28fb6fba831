import { type ReactNode, useState } from 'react';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import type { PickProps } from '#platform/pick/pick-found.tsx';
import type { PickItem } from '#platform/pick/pick-item.ts';
import type { MemberKind } from './change-members.ts';
import { RolePicker } from './role-picker.tsx';

type AddDialogProps = {
  kind: MemberKind;
  title: string;
  description?: string;
  action: string;
  /** The label of the roles. */
  roles: string;
  /** Picks members of an organization, or organizations of a member. */
  pick: (props: PickProps) => ReactNode;
  /** Without a role there is nothing to add. */
  needsRoles?: boolean;
  busy: boolean;
  onAdd: (ids: string[], roleIds: string[]) => void;
  onClose: () => void;
};

const idsOf = (items: readonly PickItem[]) => items.map(({ id }) => id);

/** Adds memberships, all with the same roles. */
export function AddDialog({ kind, pick, busy, onAdd, roles: rolesLabel, needsRoles, ...props }: AddDialogProps) {
  const [chosen, setChosen] = useState<readonly PickItem[]>([]);
  const [roles, setRoles] = useState<readonly PickItem[]>([]);
  const isComplete = chosen.length > 0 && (!needsRoles || roles.length > 0);
  return (
    <FormDialog
      {...props}
      size="wide"
      dirty={chosen.length > 0 || roles.length > 0}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !busy) {
          onAdd(idsOf(chosen), idsOf(roles));
        }
      }}
      busy={busy}
      disabled={!isComplete}
    >
      {pick({ chosen, onChange: setChosen })}
      <RolePicker kind={kind} label={rolesLabel} chosen={roles} onChange={setRoles} short />
    </FormDialog>
  );
}
