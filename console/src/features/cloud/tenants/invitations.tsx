import { Button } from '@mantine/core';
import { type Invitation, invitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { TenantRole } from '@postern/contracts/cloud/tenants';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { useEnterTenant } from '#platform/router/enter-tenant.ts';
import { reloadTenants } from '#platform/router/tenant-list.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import classes from './tenants.module.css';

/** Pending invitations of this person; undefined while loading. */
export function useKnownInvitations(): readonly Invitation[] | undefined {
  const { data, error } = useRead(
    invitationsApi.list,
    { query: { status: 'Pending' } },
    { quiet: true, staleTime: 60_000, every: 300_000 },
  );
  return data ?? (error ? [] : undefined);
}

export const usePendingInvitations = (): readonly Invitation[] => useKnownInvitations() ?? [];

/** Accepts an invitation and navigates to its tenant. */
export function useJoin({ quiet = false } = {}) {
  const enterTenant = useEnterTenant();
  return useWrite(invitationsApi.accept, {
    quiet,
    onDone: async ({ tenantId }) => {
      await reloadTenants();
      await enterTenant(tenantId, `/${tenantId}`);
    },
  });
}

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

type InvitationRowProps = { invitation: Invitation; isBusy: boolean; onJoin: () => void };

/** A tenant to join, with its button. */
function InvitationRow({ invitation, isBusy, onJoin }: InvitationRowProps) {
  const { t } = useTranslation();
  const { relative } = useFormat();
  const { tenantName, roleName, expiresAt, inviter } = invitation;
  const invitedBy = inviter?.name ?? inviter?.username ?? inviter?.primaryEmail;
  const role = TenantRole.safeParse(roleName).data;
  return (
    <div className={classes.invitation}>
      <Avatar name={tenantName} size={32} square />
      <span className={classes.rowText}>
        <span className={classes.rowName}>
          <span className="truncate" title={tenantName}>
            {tenantName}
          </span>
        </span>
        {invitedBy && (
          <span className={`${classes.rowNote} truncate`} title={inviter?.primaryEmail ?? invitedBy}>
            {t('tenants.invitations.by', { name: invitedBy })}
          </span>
        )}
        <span className={`${classes.rowNote} truncate`}>
          {t('tenants.invitations.note', {
            role: role ? t(`tenants.invitations.as.${role}`) : roleName,
            when: relative(expiresAt),
          })}
        </span>
      </span>
      <Button
        size="xs"
        data-stop
        disabled={isBusy}
        onClick={onJoin}
        aria-label={t('tenants.invitations.joinNamed', { name: tenantName })}
      >
        {t('tenants.invitations.join')}
      </Button>
    </div>
  );
}
