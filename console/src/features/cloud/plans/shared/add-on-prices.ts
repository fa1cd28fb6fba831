import type { Sku } from '@postern/contracts/cloud/plans';
import type { UsageKey } from './usage-keys.ts';

/** `each` one beyond what is included, a `pack` of several, or one price `flat` while it is used. */
export type AddOnPrice = { unitPrice: number; per: 'each' | 'flat' } | { unitPrice: number; per: 'pack'; size: number };

const each = (dollars: number): AddOnPrice => ({ unitPrice: dollars * 100, per: 'each' });
const flat = (dollars: number): AddOnPrice => ({ unitPrice: dollars * 100, per: 'flat' });

/** Where the operator sells no such add-on now: what tenants with an older plan pay. */
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

/** Whether something has a card of its own, which says what it costs. */
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

/** What use beyond a paid plan costs, by the key of the quota. */
export function addOnPrices(addOns: readonly Sku[]): AddOnPrices {
  return { ...usualPrices, ...Object.fromEntries(addOns.map(priceIn).filter((price) => price !== undefined)) };
}
