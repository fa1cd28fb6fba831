import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tenantSettingsPath } from '#paths/tenant-settings.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { NavFrame } from '#platform/page/nav-frame.tsx';
import { AdministratorsCard } from './administrators-card.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { InviteDialog } from './invite-dialog.tsx';

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
      </Cards>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </NavFrame>
  );
}
