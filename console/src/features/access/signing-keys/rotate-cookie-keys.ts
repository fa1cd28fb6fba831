import { signingKeysApi } from '@postern/contracts/access/signing-keys';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** Asks for confirmation only; there are no options. */
export function useRotateCookieKeys() {
  const { t } = useTranslation();
  const rotate = useWrite(signingKeysApi.rotate, { onDone: () => showSuccess(t('signingKeys.rotated')) });
  return async () => {
    const confirmed = await confirm({
      title: t('signingKeys.cookie-keys.rotate'),
      body: t('signingKeys.cookie-keys.rotateBody'),
      confirm: t('signingKeys.rotate'),
    });
    if (confirmed) {
      rotate.mutate({ params: { keyType: 'cookie-keys' }, body: {} });
    }
  };
}
