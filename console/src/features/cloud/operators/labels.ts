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

/** The name of an offered plan, or the given name of an agreed one. */
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

/** Built-in roles in the console language; roles added by an operator keep their name. */
export function roleName(t: TFunction, role: string): string {
  const known = TenantRole.safeParse(role).data;
  return known ? t(`operators.members.role.${known}`) : role;
}

export const personName = (person: OperatedTenant['owner']): string =>
  person ? (person.name ?? person.username ?? person.primaryEmail ?? person.id) : '–';

/** The command line appears in the trail without a name. */
export const byName = (t: TFunction, name: string): string => (name === 'operator' ? t('operators.commandLine') : name);
