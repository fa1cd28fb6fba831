import type { SubscriptionUsage } from '@postern/contracts/cloud/plans';
import { paidPlanIds } from '@postern/contracts/quota';
import type { AddOnPrice, AddOnPrices } from './add-on-prices.ts';
import { percentOf } from './format-amounts.ts';
import type { UsageKey } from './usage-keys.ts';

export type UsageCard = {
  key: UsageKey;
  used: number | boolean;
  /** The included amount; undefined if there is none to compare with. */
  included: number | undefined;
  percent: number | undefined;
  isUnlimited: boolean;
  /** No more can be bought beyond the limit. */
  isCapped: boolean;
  /** The limit is reached, and no more can be bought. */
  isFull: boolean;
  /** Usage beyond the plan, and its price. */
  extra: { count: number; amount: number } | undefined;
  price: AddOnPrice | undefined;
};

const count = (value: number | boolean | undefined) => Number(value ?? 0);

/** User roles, or machine-to-machine roles beyond the built-in one. */
const usesRoles = ({ usage }: SubscriptionUsage) =>
  count(usage.userRolesLimit) > 0 || count(usage.machineToMachineRolesLimit) > 1;

const includesRoles = ({ basicQuota }: SubscriptionUsage) =>
  basicQuota.userRolesLimit === null && basicQuota.machineToMachineRolesLimit === null;

function readKey(key: UsageKey, answer: SubscriptionUsage) {
  if (key === 'rbacEnabled') {
    return { used: usesRoles(answer), included: includesRoles(answer) };
  }
  const isSwitch = key === 'mfaEnabled' || key === 'securityFeaturesEnabled';
  const used = answer.usage[key];
  return { used: isSwitch ? used === true : count(used), included: answer.basicQuota[key] };
}

function beyond(used: number | boolean, included: number | boolean | null, price: AddOnPrice | undefined) {
  const surplus = included === null || included === true ? 0 : count(used) - count(included);
  if (!price || surplus <= 0) {
    return undefined;
  }
  const units = { each: surplus, flat: 1, pack: price.per === 'pack' ? Math.ceil(surplus / price.size) : 0 }[price.per];
  return { count: price.per === 'flat' ? count(used) : units, amount: units * price.unitPrice };
}

/** The content of a card: usage, included amount, whether it is reached, and the price of the rest. */
export function judgeUsage(key: UsageKey, planId: string, answer: SubscriptionUsage, prices: AddOnPrices): UsageCard {
  const { used, included } = readKey(key, answer);
  const isPaid = paidPlanIds.includes(planId);
  const price = isPaid ? prices[key] : undefined;
  const limit = typeof included === 'number' && included > 0 ? included : undefined;
  return {
    key,
    used,
    included: limit,
    percent: limit === undefined ? undefined : percentOf(count(used), limit),
    isUnlimited: included === null,
    isCapped: !isPaid && limit !== undefined,
    isFull: !isPaid && limit !== undefined && count(used) >= limit,
    extra: beyond(used, included, price),
    price,
  };
}
