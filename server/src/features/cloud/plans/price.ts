import type { Sku, Usage } from '@postern/contracts/cloud/plans';
import type { Quota, QuotaKey } from '@postern/contracts/quota';
import type { z } from 'zod';

export type BillLine = {
  description: string;
  quantity: number;
  unitPrice: number;
  amount: number;
  /** One price for any quantity. */
  isFlat: boolean;
};
export type Priced = Pick<Sku, 'name' | 'unitPrice' | 'quota'>;

/** How many units of an add-on cover the usage beyond the plan. */
function quantityOf(
  key: QuotaKey,
  size: number | boolean | null,
  included: Partial<Quota>,
  usage: z.infer<typeof Usage>,
): number {
  const [limit, used] = [included[key], usage[key]];
  if (limit === undefined || limit === null || limit === true || used === undefined) {
    return 0;
  }
  const beyond = Number(used) - Number(limit);
  if (beyond <= 0) {
    return 0;
  }
  // A flat price, or a price per started unit.
  return typeof size === 'number' && size > 0 ? Math.ceil(beyond / size) : 1;
}

/** Prices the usage beyond a plan. */
export function billAddOns(
  included: Partial<Quota>,
  usage: z.infer<typeof Usage>,
  addOns: readonly Priced[],
): BillLine[] {
  return addOns.flatMap(({ name, unitPrice, quota }) => {
    const keys = Object.entries(quota) as [QuotaKey, number | boolean | null][];
    const quantity = Math.max(0, ...keys.map(([key, size]) => quantityOf(key, size, included, usage)));
    const isFlat = keys.every(([, size]) => typeof size !== 'number');
    return quantity > 0 && unitPrice
      ? [{ description: name, quantity, unitPrice, amount: quantity * unitPrice, isFlat }]
      : [];
  });
}
