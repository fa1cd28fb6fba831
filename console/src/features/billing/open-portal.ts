import { billingApi } from '@postern/contracts/billing';
import { useWrite } from '#platform/client/use-write.ts';
import { config } from '#platform/config.ts';
import { useAddress } from '#platform/router/links.ts';
import type { PagePath } from '#platform/router/page-path.ts';
import { useTenantId } from '#platform/tenant.ts';

/** Leaves for the pages of the payment provider, where a card is changed and bills are paid; they lead back to `page`. */
export function useOpenPortal(page: PagePath<string>) {
  const id = useTenantId();
  const address = useAddress();
  const { mutate, isPending } = useWrite(billingApi.portal, {
    onDone: ({ redirectUri }) => location.assign(redirectUri),
  });
  const openPortal = () => {
    const callbackUrl = new URL(`${config.base}${address(page).slice(1)}`, location.origin).href;
    mutate({ params: { id }, body: { callbackUrl } });
  };
  return { openPortal, isOpening: isPending };
}
