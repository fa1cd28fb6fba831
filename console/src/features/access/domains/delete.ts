import { type Domain, domainsApi } from '@postern/contracts/access/domains';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** Explains that sign-in on the domain stops, asks for confirmation, and deletes. */
export function useDeleteDomain() {
  const { t } = useTranslation();
  const remove = useWrite(domainsApi.remove, { onDone: () => showSuccess(t('domains.deleted')) });
  return async ({ id, domain }: Domain) => {
    const confirmed = await confirm({
      title: t('domains.deleteTitle', { name: domain }),
      body: t('domains.deleteBody'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { id } });
    }
  };
}
