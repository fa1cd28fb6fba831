import { billingApi } from '@postern/contracts/cloud/billing';
import type { TenantTag } from '@postern/contracts/cloud/tenants';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkoutReturnPath, tenantCheckoutReturnPath } from '#paths/billing.ts';
import { call } from '#platform/client/call.ts';
import { Declined } from '#platform/client/request-error.ts';
import { showFailure } from '#platform/client/show-failure.ts';
import { config } from '#platform/config.ts';
import { showError } from '#platform/feedback/toast.ts';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import { fillPath } from '#platform/router/page-path.ts';
import { askWholePrice } from './ask-whole-price.ts';
import { newState, saveCheckout, stateParameter } from './kept-checkout.ts';

type Purchase = {
  skuId: string;
  /** The tenant to buy it for; alternatively `tenantData` of one to create after payment. */
  tenantId?: string;
  tenantData?: { name: string; tag: TenantTag; regionName: string };
  /** The console path to return to, including the tenant. */
  callbackPage?: string;
  isDowngrade?: boolean;
};

/** Redirects to the payment provider to buy a plan. Calls are ignored while one is running. */
export function useSubscribe() {
  const { t } = useTranslation();
  const current = useCurrentTenant();
  const isRunning = useRef(false);
  const [isSubscribing, setSubscribing] = useState(false);
  const setRunning = (running: boolean) => {
    isRunning.current = running;
    setSubscribing(running);
  };
  useEffect(() => {
    // The browser may restore this page from its cache when the person returns without paying.
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (persisted) {
        isRunning.current = false;
        setSubscribing(false);
      }
    };
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);
  const subscribe = async (purchase: Purchase) => {
    if (isRunning.current) {
      return;
    }
    setRunning(true);
    const hasLeft = await leaveToPay(purchase, current?.id).catch(showFailure);
    if (hasLeft === false) {
      showError(t('errors.unknown_server_error'));
    }
    // Stay busy until the browser has left the page.
    setRunning(hasLeft === true);
  };
  return { subscribe, isSubscribing };
}

async function leaveToPay(purchase: Purchase, currentId: string | undefined): Promise<boolean> {
  const { skuId, tenantId, tenantData, callbackPage, isDowngrade } = purchase;
  if (tenantId !== undefined && !(await askWholePrice(tenantId, skuId))) {
    throw new Declined();
  }
  const state = newState();
  const path = currentId ? fillPath(tenantCheckoutReturnPath.path, { tenantId: currentId }) : checkoutReturnPath.path;
  const way = new URL(`${config.base}${path}`, location.origin);
  way.searchParams.set(stateParameter, state);
  const { data } = await call(
    billingApi.checkout,
    {
      body: {
        skuId,
        successCallbackUrl: way.href,
        ...(tenantData
          ? { tenantName: tenantData.name, tenantTag: tenantData.tag, tenantRegionName: tenantData.regionName }
          : { tenantId }),
      },
    },
    currentId ?? '',
  );
  if (!data?.redirectUri) {
    return false;
  }
  saveCheckout({ state, sessionId: data.sessionId, callbackPage, isDowngrade });
  location.assign(data.redirectUri);
  return true;
}
