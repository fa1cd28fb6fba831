import type { OperatedTenant } from '@postern/contracts/cloud/operators';
import { TenantRole } from '@postern/contracts/cloud/tenants';
import {
  adminPlanId,
  countedKeys,
  isEnterprisePlan,
  paidPlanIds,
  type QuotaKey,
  switchedKeys,
} from '@postern/contracts/quota';
import type { TFunction } from 'i18next';

/** A plan on offer by its name; one that was agreed on by the name that it was given. */
export function planName(t: TFunction, planId: string): string {
  if (isEnterprisePlan(planId)) {
    return planId;
  }
  if (paidPlanIds.includes(planId)) {
    return t('operators.plans.pro');
  }
  return t(`operators.plans.${planId === 'free' || planId === adminPlanId ? planId : 'dev'}`);
}

const keys: readonly string[] = [...countedKeys, ...switchedKeys];
const isQuotaKey = (key: string): key is QuotaKey => keys.includes(key);

export const limitName = (t: TFunction, key: string): string => (isQuotaKey(key) ? t(`plans.keys.${key}`) : key);

/** The roles of ours in the language of the console; one that an operator added by its own name. */
export function roleName(t: TFunction, role: string): string {
  const known = TenantRole.safeParse(role).data;
  return known ? t(`operators.members.role.${known}`) : role;
}

export const personName = (person: OperatedTenant['owner']): string =>
  person ? (person.name ?? person.username ?? person.primaryEmail ?? person.id) : '–';

/** The command line has no name of its own in the trail. */
export const byName = (t: TFunction, name: string): string => (name === 'operator' ? t('operators.commandLine') : name);
