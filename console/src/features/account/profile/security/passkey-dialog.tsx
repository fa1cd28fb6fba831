import { meSecondFactorsApi } from '@postern/contracts/account/me-security';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showError, showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { useStartOver } from '../action.ts';
import { createPasskey } from './create-passkey.ts';

/** Creates a passkey in the browser and adds it to the account. The server names it after the device. */
export function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const startOver = useStartOver({ action: 'security', step: 'addPasskey' });
  const begin = useWrite(meSecondFactorsApi.beginPasskey, { quiet: true });
  const verify = useWrite(meSecondFactorsApi.verifyPasskey, { quiet: true });
  const add = useWrite(meSecondFactorsApi.add, { quiet: true });
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    try {
      const { verificationRecordId, registrationOptions } = await begin.mutateAsync({});
      const payload = await createPasskey(registrationOptions);
      if (payload) {
        await verify.mutateAsync({ body: { verificationRecordId, payload } });
        const body = { type: 'WebAuthn', newIdentifierVerificationRecordId: verificationRecordId } as const;
        await startOver(async () => {
          await add.mutateAsync({ body });
          showSuccess(t('ownSecurity.added'));
        });
        onClose();
        return;
      }
      showError(t('ownSecurity.passkeyFailed'), { seconds: 6 });
    } catch (error) {
      showFailure(error);
    }
    setBusy(false);
  };
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('ownSecurity.passkeyTitle')}
      description={t('ownSecurity.passkeyHelp')}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
      busy={isBusy}
      action={t('ownSecurity.passkeyCreate')}
    />
  );
}
