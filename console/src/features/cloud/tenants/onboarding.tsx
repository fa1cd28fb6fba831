import { Navigate, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorScreen } from '#platform/feedback/error-screen.tsx';
import { Splash } from '#platform/feedback/screens.tsx';
import { useMe } from '#platform/person.ts';
import { useTenants } from '#platform/router/tenant-list.ts';
import { useForcedLight } from './forced-light.ts';
import { isOnboardingPending } from './onboarding-state.ts';

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
