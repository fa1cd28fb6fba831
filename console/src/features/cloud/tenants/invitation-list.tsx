import type { Invitation } from '@postern/contracts/cloud/tenant-invitations';
import { InvitationRow } from './invitation-row.tsx';
import { useJoin } from './invitations.ts';

type InvitationListProps = { invitations: readonly Invitation[]; labelledBy: string; onJoin?: () => void };

/** Pending invitations; accepting one navigates to its tenant. */
export function InvitationList({ invitations, labelledBy, onJoin }: InvitationListProps) {
  const join = useJoin();
  return (
    <ul aria-labelledby={labelledBy}>
      {invitations.map((invitation) => (
        <li key={invitation.id}>
          <InvitationRow
            invitation={invitation}
            isBusy={join.isPending}
            onJoin={() => {
              join.mutate({ params: { id: invitation.id }, body: { status: 'Accepted' } });
              onJoin?.();
            }}
          />
        </li>
      ))}
    </ul>
  );
}
