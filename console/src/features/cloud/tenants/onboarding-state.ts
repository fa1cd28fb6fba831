import type { Tenant } from '@postern/contracts/cloud/tenants';
import type { User } from '@postern/contracts/people/users';
import { z } from 'zod';

/** Section of a person's custom data; other keys in it are not touched. */
const onboardingKey = 'onboarding';

const Onboarding = z.looseObject({ isOnboardingDone: z.boolean().optional() });

const onboardingOf = (me: User) => Onboarding.safeParse(me.customData[onboardingKey]).data ?? {};

/** A new person who has not joined by an invitation. */
export function isOnboardingPending(me: User, tenants: readonly Tenant[]): boolean {
  return onboardingOf(me).isOnboardingDone !== true && tenants.length === 0;
}

const onboarding = (me: User, isOnboardingDone: boolean) => ({
  [onboardingKey]: { ...onboardingOf(me), isOnboardingDone },
});

/** Custom data that marks onboarding as done. */
export const finishedOnboarding = (me: User) => onboarding(me, true);

/** Custom data that restarts onboarding for a person who wants their own tenant. */
export const reopenedOnboarding = (me: User) => onboarding(me, false);
