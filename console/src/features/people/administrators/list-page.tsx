import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Cards } from '#platform/detail/cards.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { AdministratorsCard } from './administrators-card.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { InviteDialog } from './invite-dialog.tsx';

export function AdministratorsPage() {
  const { t } = useTranslation();
  const [isInviting, setInviting] = useState(false);
  return (
    <PageBody>
      <PageHeader
        title={t('nav.administrators')}
        purpose={t('administrators.purpose')}
        actions={
          <Button leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setInviting(true)}>
            {t('administrators.invite')}
          </Button>
        }
      />
      <Cards>
        <AdministratorsCard />
        <InvitationsCard />
      </Cards>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </PageBody>
  );
}
