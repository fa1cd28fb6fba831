import type { OperatedTenant } from '@postern/contracts/operators';
import { isEnterprisePlan, paidPlanIds } from '@postern/contracts/quota';
import type { TFunction } from 'i18next';

/** A plan on offer by its name; one that was agreed on by the name that it was given. */
export function planName(t: TFunction, planId: string): string {
  if (isEnterprisePlan(planId)) {
    return planId;
  }
  if (paidPlanIds.includes(planId)) {
    return t('operators.plans.pro');
  }
  return planId === 'free' ? t('operators.plans.free') : t('operators.plans.dev');
}

export const personName = (person: OperatedTenant['owner']): string =>
  person ? (person.name ?? person.username ?? person.primaryEmail ?? person.id) : '–';

/** The command line has no name of its own in the trail. */
export const byName = (t: TFunction, name: string): string => (name === 'operator' ? t('operators.commandLine') : name);
