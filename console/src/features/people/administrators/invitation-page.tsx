import { Button } from '@mantine/core';
import { Link, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InvitationGate } from '#features/people/console-invitations/shared/invitation-gate.tsx';
import { LostArt } from '#platform/feedback/art.tsx';
import { OuterScreen } from '#platform/page/outer-screen.tsx';
import { useMe } from '#platform/person.ts';
import { signOut } from '#platform/session/sign-in.ts';

/** Target of an invitation link. */
export function InvitationPage() {
  return (
    <InvitationGate>
      <OtherAccount />
    </InvitationGate>
  );
}

/**
 * The sign-in after the first screen uses the link and removes it from the URL; if it is still there, another person is
 * signed in.
 */
function OtherAccount() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const [query] = useState(() => new URLSearchParams(location.search));
  const email = query.get('email');
  if (!query.has('one_time_token') || !email) {
    return <Navigate to="/" replace />;
  }
  const who = me?.primaryEmail ?? me?.username ?? me?.id;
  return (
    <OuterScreen
      art={<LostArt />}
      title={t('tenants.accept.otherTitle')}
      body={who ? t('tenants.accept.otherFor', { who, email }) : t('tenants.accept.otherUnknown')}
      actions={
        <>
          <Button onClick={() => void signOut('here')}>{t('tenants.accept.switchTo', { email })}</Button>
          <Button variant="default" component={Link} to="/">
            {t('tenants.accept.toConsole')}
          </Button>
        </>
      }
    />
  );
}
