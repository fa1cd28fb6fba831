import { Button } from '@mantine/core';
import type { Invitation } from '@postern/contracts/cloud/tenant-invitations';
import { TenantRole } from '@postern/contracts/cloud/tenants';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/format.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import classes from './tenants.module.css';

type InvitationRowProps = { invitation: Invitation; isBusy: boolean; onJoin: () => void };

/** A tenant to join, with its button. */
export function InvitationRow({ invitation, isBusy, onJoin }: InvitationRowProps) {
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
