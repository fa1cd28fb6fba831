import { Button } from '@mantine/core';
import { administratorRequirementsApi } from '@postern/contracts/people/administrators';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tenantSettingsPath } from '#paths/tenant-settings.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { NavFrame } from '#platform/page/nav-frame.tsx';
import { AdministratorsCard } from './administrators-card.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { FactorRequirement } from './shared/factor-requirement.tsx';

function Requirement() {
  const { t } = useTranslation();
  const read = useRead(administratorRequirementsApi.get, {}, { quiet: true });
  const update = useWrite(administratorRequirementsApi.update, {
    onDone: ({ isMfaRequired }) => showSuccess(t(`administrators.factor.${isMfaRequired ? 'on' : 'off'}`)),
  });
  return (
    <FactorRequirement
      read={read}
      isBusy={update.isPending}
      save={(isMfaRequired) => update.mutate({ body: { isMfaRequired } })}
    />
  );
}

export function AdministratorsPage() {
  const { t } = useTranslation();
  const [isInviting, setInviting] = useState(false);
  return (
    <NavFrame
      of={tenantSettingsPath}
      purpose={t('administrators.purpose')}
      actions={
        <Button leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setInviting(true)}>
          {t('administrators.invite')}
        </Button>
      }
    >
      <Cards>
        <AdministratorsCard />
        <InvitationsCard />
        <Requirement />
      </Cards>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </NavFrame>
  );
}
