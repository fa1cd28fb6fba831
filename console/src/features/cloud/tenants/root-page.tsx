import { Button } from '@mantine/core';
import { meApi } from '@postern/contracts/account/me';
import type { Invitation } from '@postern/contracts/cloud/tenant-invitations';
import type { User } from '@postern/contracts/people/users';
import { IconPlus } from '@tabler/icons-react';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useCallback, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { onboardingPath } from '#paths/tenants.ts';
import { queryClient } from '#platform/client/queries.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { ErrorScreen } from '#platform/feedback/error-screen.tsx';
import { Splash } from '#platform/feedback/screens.tsx';
import { OuterScreen } from '#platform/page/outer-screen.tsx';
import { useMe } from '#platform/person.ts';
import { chooseTenant } from '#platform/router/choose-tenant.ts';
import { useTenants } from '#platform/router/tenant-list.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { CreateHost } from './create-host.tsx';
import { openCreateTenant } from './create-request.tsx';
import { InvitationList, useKnownInvitations } from './invitations.tsx';
import { isOnboardingPending, reopenedOnboarding } from './onboarding.tsx';
import classes from './tenants.module.css';

/** The root page: redirects to the last tenant, otherwise shows invitations, otherwise onboarding. */
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
  const tenant = chooseTenant(tenants.data, me.data);
  return tenant ? (
    <Navigate to={`/${tenant.id}`} replace />
  ) : (
    <Landing me={me.data} isNew={isOnboardingPending(me.data, tenants.data)} />
  );
}

/** For a person without a tenant: invitations come first, even before onboarding. */
function Landing({ me, isNew }: { me: User; isNew: boolean }) {
  const invitations = useKnownInvitations();
  if (!invitations) {
    return <Splash />;
  }
  if (invitations.length > 0) {
    return <FindTenants me={me} invitations={invitations} />;
  }
  return isNew ? <Navigate to={`/${onboardingPath.path}`} replace /> : <NoTenant />;
}

function FindTenants({ me, invitations }: { me: User; invitations: readonly Invitation[] }) {
  const { t } = useTranslation();
  const titleId = useId();
  const navigate = useNavigate();
  const reopen = useWrite(meApi.patchCustomData, {
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: [meApi.get.tag] });
      await navigate({ to: `/${onboardingPath.path}` });
    },
  });
  return (
    <OuterScreen
      art={<EmptyArt />}
      title={t('tenants.invitations.findTitle')}
      body={t('tenants.invitations.findBody')}
      actions={
        <BusyButton
          variant="default"
          busy={reopen.isPending}
          leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
          onClick={() => reopen.mutate({ body: reopenedOnboarding(me) })}
        >
          {t('tenants.create')}
        </BusyButton>
      }
    >
      <div className={classes.waiting}>
        <span id={titleId} className="sr-only">
          {t('tenants.invitations.title')}
        </span>
        <InvitationList invitations={invitations} labelledBy={titleId} />
      </div>
    </OuterScreen>
  );
}

function NoTenant() {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = useCallback(() => button.current?.focus(), []);
  return (
    <>
      <OuterScreen
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
      <CreateHost onClosed={focusButton} />
    </>
  );
}
