import { useComputedColorScheme } from '@mantine/core';
import type { Tenant } from '@postern/contracts/cloud/tenants';
import type { User } from '@postern/contracts/people/users';
import { Navigate, Outlet } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { z } from 'zod';
import { ErrorScreen } from '#platform/feedback/error-screen.tsx';
import { Splash } from '#platform/feedback/screens.tsx';
import { useMe } from '#platform/person.ts';
import { useTenants } from '#platform/router/tenant-list.ts';

/** For new people; everyone else is redirected to the root. */
export function Onboarding() {
  useForcedLight();
  const me = useMe();
  const tenants = useTenants();
  const [isAdmitted, setAdmitted] = useState(false);
  const error = me.data && tenants.data ? undefined : (me.error ?? tenants.error);
  if (error) {
    return <ErrorScreen error={error} />;
  }
  if (!me.data || !tenants.data) {
    return <Splash />;
  }
  // Decided once: the tenant is in the list before the last step is done, which must not redirect the person.
  const isPending = isOnboardingPending(me.data, tenants.data);
  if (isPending && !isAdmitted) {
    setAdmitted(true);
  }
  return isPending || isAdmitted ? <Outlet /> : <Navigate to="/" replace />;
}

/** Section of a person's custom data; other keys in it are not touched. */
const onboardingKey = 'onboarding';

const OnboardingData = z.looseObject({ isOnboardingDone: z.boolean().optional() });

const onboardingOf = (me: User) => OnboardingData.safeParse(me.customData[onboardingKey]).data ?? {};

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

/** Forces the light theme while mounted, regardless of preferences. */
function useForcedLight(): void {
  const preferred = useComputedColorScheme('light');
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.mantineColorScheme = 'light';
    return () => {
      dataset.mantineColorScheme = preferred;
    };
  }, [preferred]);
}
