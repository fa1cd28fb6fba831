import { type SigningKey, type SigningKeyType, signingKeysApi } from '@postern/contracts/access/signing-keys';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** Explains the effect on what the key has signed, asks for confirmation, and deletes. */
export function useDeleteKey(keyType: SigningKeyType) {
  const { t } = useTranslation();
  const remove = useWrite(signingKeysApi.remove, { onDone: () => showSuccess(t('signingKeys.deleted')) });
  return async ({ id, status }: SigningKey) => {
    const confirmed = await confirm({
      title: t(`signingKeys.deleteTitles.${status}`),
      body: t(`signingKeys.${keyType}.deleteBodies.${status}`),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { keyType, keyId: id } });
    }
  };
}
