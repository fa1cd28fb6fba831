import type { Sku } from '@postern/contracts/cloud/plans';
import type { UsageKey } from './usage-keys.ts';

/** `each` unit beyond the included ones, a `pack` of several, or one `flat` price. */
export type AddOnPrice = { unitPrice: number; per: 'each' | 'flat' } | { unitPrice: number; per: 'pack'; size: number };

const each = (dollars: number): AddOnPrice => ({ unitPrice: dollars * 100, per: 'each' });
const flat = (dollars: number): AddOnPrice => ({ unitPrice: dollars * 100, per: 'flat' });

/** Used for add-ons that the operator does not sell now: the prices of tenants with an older plan. */
const usualPrices: Partial<Record<UsageKey | 'hooksLimit', AddOnPrice>> = {
  resourcesLimit: each(4),
  machineToMachineLimit: each(8),
  tenantMembersLimit: each(8),
  mfaEnabled: flat(48),
  enterpriseSsoLimit: each(48),
  organizationsLimit: flat(48),
  tokenLimit: { unitPrice: 8000, per: 'pack', size: 1_000_000 },
  hooksLimit: each(2),
  securityFeaturesEnabled: flat(48),
  thirdPartyApplicationsLimit: each(8),
  samlApplicationsLimit: each(96),
  rbacEnabled: flat(32),
};

export type AddOnPrices = typeof usualPrices;

/** Whether the key has a card, which shows its price. */
export const isPriced = (key: string): key is UsageKey => key in usualPrices && key !== 'hooksLimit';

function priceIn({ unitPrice, quota }: Sku): [string, AddOnPrice] | undefined {
  const [key, amount] = Object.entries(quota)[0] ?? [];
  if (key === undefined || !unitPrice) {
    return undefined;
  }
  const known = key === 'userRolesLimit' ? 'rbacEnabled' : key;
  if (typeof amount !== 'number') {
    return [known, { unitPrice, per: 'flat' }];
  }
  return [known, amount > 1 ? { unitPrice, per: 'pack', size: amount } : { unitPrice, per: 'each' }];
}

/** Prices of usage beyond a paid plan, by quota key. */
export function addOnPrices(addOns: readonly Sku[]): AddOnPrices {
  return { ...usualPrices, ...Object.fromEntries(addOns.map(priceIn).filter((price) => price !== undefined)) };
}
