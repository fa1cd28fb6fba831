import { meSecondFactorsApi } from '@postern/contracts/account/me-security';
import type { UserMfaVerification } from '@postern/contracts/people/user-mfa';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useStartOver } from '../action.ts';

type RemoveFactorProps = { factor: UserMfaVerification; onClose: () => void };

const kinds = { Totp: 'app', BackupCode: 'codes' } as const;

/** Asks, and removes the factor. */
export function RemoveFactor({ factor, onClose }: RemoveFactorProps) {
  const { t } = useTranslation();
  const startOver = useStartOver({ action: 'security', step: 'remove', id: factor.id });
  const remove = useWrite(meSecondFactorsApi.remove, { quiet: true });
  const isAsked = useRef(false);
  const ask = async () => {
    const kind = factor.type === 'Totp' || factor.type === 'BackupCode' ? kinds[factor.type] : 'passkey';
    const isSure = await confirm({
      title: t('ownSecurity.removeTitle', { what: factor.name ?? t(`ownSecurity.${kind}`) }),
      body: t('ownSecurity.removeBody'),
      confirm: t('ownSecurity.remove'),
      danger: true,
    });
    if (isSure) {
      await startOver(async () => {
        await remove.mutateAsync({ params: { verificationId: factor.id } });
        showSuccess(t('ownSecurity.removed'));
      }).catch(showFailure);
    }
    onClose();
  };
  useEffect(() => {
    if (!isAsked.current) {
      isAsked.current = true;
      void ask();
    }
  });
  return null;
}
