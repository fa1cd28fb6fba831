import { plansApi } from '@postern/contracts/cloud/plans';
import { useMemo } from 'react';
import { addOnPrices } from '#features/cloud/plans/shared/add-on-prices.ts';
import { useRead } from '#platform/client/use-read.ts';

/** Changes only when the operator edits it: refetching after minutes is enough. */
const slow = { quiet: true, staleTime: 300_000 };

/** Plans that this tenant can select, with the prices of add-ons. */
export function usePlans(id: string) {
  const plans = useRead(plansApi.availableSkus, { params: { id }, query: { type: 'Basic' } }, slow);
  const addOns = useRead(plansApi.availableSkus, { params: { id }, query: { type: 'AddOn' } }, slow);
  const prices = useMemo(() => addOnPrices(addOns.data ?? []), [addOns.data]);
  return { plans, prices };
}
