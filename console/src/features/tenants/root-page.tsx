import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Navigate } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { ErrorScreen } from '#platform/feedback/error-screen.tsx';
import { Screen, Splash } from '#platform/feedback/screens.tsx';
import { useMe } from '#platform/person.ts';
import { useKeptPreferences } from '#platform/preferences.ts';
import { chooseTenant } from '#platform/router/choose-tenant.ts';
import { useTenants } from '#platform/router/tenant-list.ts';
import { UserMenu } from '#platform/shell/user-menu.tsx';
import { Logo } from '#platform/ui/logo.tsx';
import { usePageTitle } from '#platform/ui/page-title.ts';
import { CreateHost } from './create-host.tsx';
import { openCreateTenant } from './create-open.ts';
import { isOnboardingPending } from './onboarding-state.ts';
import { onboardingPath } from './paths.ts';
import classes from './tenants.module.css';

/** Where everybody starts: new people with onboarding, the others with their tenant, if there is one. */
export function RootPage() {
  const me = useMe();
  const tenants = useTenants();
  const error = me.data && tenants.data ? undefined : (me.error ?? tenants.error);
  if (error) {
    return <ErrorScreen error={error} />;
  }
  if (!me.data || !tenants.data) {
    return <Splash />;
  }
  if (isOnboardingPending(me.data, tenants.data)) {
    return <Navigate to={`/${onboardingPath.path}`} replace />;
  }
  const tenant = chooseTenant(tenants.data, me.data);
  return tenant ? <Navigate to={`/${tenant.id}`} replace /> : <Landing />;
}

function Landing() {
  const { t } = useTranslation();
  usePageTitle(t('tenants.landing.title'));
  useKeptPreferences();
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = useCallback(() => button.current?.focus(), []);
  return (
    <div className={classes.landing}>
      <header className={classes.landingBar}>
        <Logo />
        <UserMenu />
      </header>
      <main>
        <Screen
          art={<EmptyArt />}
          title={t('tenants.landing.title')}
          body={t('tenants.landing.body')}
          actions={
            <Button
              ref={button}
              leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
              onClick={() => openCreateTenant()}
            >
              {t('tenants.create')}
            </Button>
          }
        />
      </main>
      <CreateHost onClosed={focusButton} />
    </div>
  );
}
