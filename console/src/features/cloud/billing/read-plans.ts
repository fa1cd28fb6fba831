import { plansApi } from '@postern/contracts/cloud/plans';
import { useMemo } from 'react';
import { addOnPrices } from '#features/cloud/plans/shared/add-on-prices.ts';
import { useRead } from '#platform/client/use-read.ts';

/** Rows that change when the operator changes them: minutes are soon enough. */
const slow = { quiet: true, staleTime: 300_000 };

/** What this tenant may choose, with the prices of what goes beyond a plan. */
export function usePlans(id: string) {
  const plans = useRead(plansApi.availableSkus, { params: { id }, query: { type: 'Basic' } }, slow);
  const addOns = useRead(plansApi.availableSkus, { params: { id }, query: { type: 'AddOn' } }, slow);
  const prices = useMemo(() => addOnPrices(addOns.data ?? []), [addOns.data]);
  return { plans, prices };
}
