import { Button } from '@mantine/core';
import { applicationCreatorsApi } from '@postern/contracts/access/application-creators';
import { type TenantMember, tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { IconRobot } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { applicationSettingsPath } from '#paths/applications.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { useTenantId } from '#platform/tenant.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { memberName } from './member-name.ts';
import classes from './tenant-settings.module.css';

/** Asks for confirmation before a member is removed, and lists the machines that stay. */
export function RemoveMemberDialog({ member, onClose }: { member: TenantMember; onClose: () => void }) {
  const { t } = useTranslation();
  const id = useTenantId();
  const remove = useWrite(tenantMembersApi.remove, {
    onDone: () => {
      onClose();
      showSuccess(t('tenantSettings.members.removed'));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    remove.mutate({ params: { id, userId: member.id } });
  };
  return (
    <DialogFrame
      opened
      size="small"
      onClose={onClose}
      title={t('tenantSettings.members.removeTitle', { name: memberName(member) })}
      description={t('tenantSettings.members.removeBody')}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('actions.cancel')}
          </Button>
          <BusyButton type="submit" variant="destroy" busy={remove.isPending}>
            {t('tenantSettings.members.remove')}
          </BusyButton>
        </>
      }
    >
      <KeptMachines member={member} />
    </DialogFrame>
  );
}

function KeptMachines({ member }: { member: TenantMember }) {
  const { t } = useTranslation();
  const { data: machines = [] } = useRead(
    applicationCreatorsApi.list,
    { query: { personId: member.id } },
    { quiet: true },
  );
  return (
    <Notice tone="warning" icon={IconRobot} title={t('tenantSettings.members.machinesStay')}>
      {t('tenantSettings.members.machinesStayBody')}
      {machines.length > 0 && (
        <ul className={classes.machines} aria-label={t('tenantSettings.members.machines')}>
          {machines.map(({ applicationId, applicationName }) => (
            <li key={applicationId}>
              <PageLink className="link" to={applicationSettingsPath} params={{ id: applicationId }}>
                {applicationName}
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
