import { Loader } from '@mantine/core';
import { billingApi } from '@postern/contracts/cloud/billing';
import { plansApi } from '@postern/contracts/cloud/plans';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  forgetCheckout,
  type KeptCheckout,
  readCheckout,
  stateParameter,
} from '#features/cloud/plans/shared/kept-checkout.ts';
import { call } from '#platform/client/call.ts';
import { showFailure } from '#platform/client/show-failure.ts';
import { showError, showSuccess } from '#platform/feedback/toast.ts';
import { OuterScreen } from '#platform/page/outer-screen.tsx';
import { useEnterTenant } from '#platform/router/enter-tenant.ts';
import { parseSearch, type SearchParams } from '#platform/router/page-path.ts';
import { reloadTenants } from '#platform/router/tenant-list.ts';
import { awaitCheckout, type CheckoutSource, ownAddress, type PaidCheckout } from './await-checkout.ts';

/** Return URL of the payment provider. Only the tab that started the payment continues here. */
export function CheckoutReturnPage() {
  const search: SearchParams = useSearch({ strict: false });
  // Read once: the page clears it at the end.
  const [checkout] = useState(readCheckout);
  if (!checkout || search[stateParameter] !== checkout.state) {
    return <Navigate to="/" replace />;
  }
  return <Confirming checkout={checkout} />;
}

function Confirming({ checkout }: { checkout: KeptCheckout }) {
  const { t } = useTranslation();
  const arrive = useArrive(checkout);
  // One wait per visit, regardless of rerenders.
  const finish = useEffectEvent(arrive);
  useEffect(() => {
    const stop = new AbortController();
    const wait = async () => {
      const paid = await awaitCheckout(askCheckout(checkout.sessionId), stop.signal);
      if (!stop.signal.aborted) {
        forgetCheckout();
        await finish(paid);
      }
    };
    void wait();
    return () => stop.abort();
  }, [checkout.sessionId]);
  return (
    <OuterScreen
      art={<Loader size={28} aria-hidden />}
      title={t('billing.checkout.title')}
      body={t('billing.checkout.body')}
    />
  );
}

function useArrive({ callbackPage, isDowngrade }: KeptCheckout) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const enterTenant = useEnterTenant();
  const { tenantId: currentId }: { tenantId?: string } = useParams({ strict: false });
  return async (paid: PaidCheckout | undefined) => {
    if (!paid) {
      showError(t('billing.checkout.timeout'));
      await navigate({ to: '/', replace: true });
      return;
    }
    const { tenantId } = paid;
    showSuccess(t(isDowngrade ? 'billing.checkout.downgraded' : 'billing.checkout.upgraded'));
    await reloadTenants().catch(showFailure);
    if (tenantId !== currentId) {
      await enterTenant(tenantId, `/${encodeURIComponent(tenantId)}`);
      return;
    }
    const page = ownAddress(callbackPage);
    await navigate(
      page
        ? { to: page.pathname, search: parseSearch(page.search), hash: page.hash.slice(1), replace: true }
        : { to: '/', replace: true },
    );
  };
}

/** Reads the checkout session and the subscription of its tenant from the server. */
const askCheckout = (id: string): CheckoutSource => ({
  session: async () => (await call(billingApi.checkoutSession, { params: { id } }, '')).data,
  subscription: async (tenantId) => (await call(plansApi.subscription, { params: { id: tenantId } }, tenantId)).data,
});
