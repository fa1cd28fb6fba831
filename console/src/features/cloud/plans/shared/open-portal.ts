import { billingApi } from '@postern/contracts/cloud/billing';
import { useTranslation } from 'react-i18next';
import { RequestError } from '#platform/client/request-error.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { config } from '#platform/config.ts';
import { showError } from '#platform/feedback/toast.ts';
import { useAddress } from '#platform/router/links.ts';
import type { PagePath } from '#platform/router/page-path.ts';
import { useTenantId } from '#platform/tenant.ts';

const noCustomer = 'entity.not_found';

/** Redirects to the payment provider's portal, where cards are changed and bills are paid; it returns to `page`. */
export function useOpenPortal(page: PagePath<string>) {
  const id = useTenantId();
  const address = useAddress();
  const { t } = useTranslation();
  const { mutate, isPending } = useWrite(billingApi.portal, {
    ignore: [noCustomer],
    onDone: ({ redirectUri }) => location.assign(redirectUri),
  });
  const explain = (error: Error) =>
    error instanceof RequestError && error.code === noCustomer && showError(t('plans.nothingToManage'));
  const openPortal = () => {
    const callbackUrl = new URL(`${config.base}${address(page).slice(1)}`, location.origin).href;
    mutate({ params: { id }, body: { callbackUrl } }, { onError: explain });
  };
  return { openPortal, isOpening: isPending };
}
