import type { Tenant } from '@postern/contracts/cloud/tenants';
import type { User } from '@postern/contracts/people/users';
import { z } from 'zod';

/** Section of a person's custom data; other keys in it belong to others and stay. */
const onboardingKey = 'onboarding';

const Onboarding = z.looseObject({ isOnboardingDone: z.boolean().optional() });

const onboardingOf = (me: User) => Onboarding.safeParse(me.customData[onboardingKey]).data ?? {};

/** Somebody new who has not come in by an invitation either. */
export function isOnboardingPending(me: User, tenants: readonly Tenant[]): boolean {
  return onboardingOf(me).isOnboardingDone !== true && tenants.length === 0;
}

const onboarding = (me: User, isOnboardingDone: boolean) => ({
  [onboardingKey]: { ...onboardingOf(me), isOnboardingDone },
});

/** Custom data that says it is done. */
export const finishedOnboarding = (me: User) => onboarding(me, true);

/** Custom data of somebody who starts over, with a tenant of their own. */
export const reopenedOnboarding = (me: User) => onboarding(me, false);
