import { Button } from '@mantine/core';
import type { User } from '@postern/contracts/people/users';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { profilePath, verifyPasswordPath } from '#paths/profile.ts';
import { DangerRow, FormCard } from '#platform/detail/form-card.tsx';
import { useAction, useOuterGo } from './action.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { isProofFresh } from './remember-proof.ts';

export function DeleteCard({ me }: { me: User }) {
  const { t } = useTranslation();
  const go = useOuterGo();
  const [isOpen, setOpen] = useState(false);
  const isResumed = useAction()?.action === 'deleteAccount';
  useEffect(() => {
    if (isResumed) {
      setOpen(true);
      void go(profilePath, {}, true);
    }
  }, [isResumed, go]);
  const begin = () =>
    me.hasPassword && !isProofFresh() ? void go(verifyPasswordPath, { action: 'deleteAccount' }) : setOpen(true);
  return (
    <FormCard title={t('ownProfile.delete.title')} help={t('ownProfile.delete.help')} danger>
      <DangerRow
        title={t('ownProfile.delete.final')}
        help={t('ownProfile.delete.actionHelp')}
        action={
          <Button variant="danger" onClick={begin}>
            {t('ownProfile.delete.action')}
          </Button>
        }
      />
      {isOpen && <DeleteDialog me={me} onClose={() => setOpen(false)} />}
    </FormCard>
  );
}
