import { Button } from '@mantine/core';
import { type Invitation, invitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InvitationGate } from '#features/people/console-invitations/shared/invitation-gate.tsx';
import { acceptPath } from '#paths/tenants.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { LostArt } from '#platform/feedback/art.tsx';
import { ErrorScreen } from '#platform/feedback/error-screen.tsx';
import { Splash } from '#platform/feedback/screens.tsx';
import { OuterScreen } from '#platform/page/outer-screen.tsx';
import { useMe } from '#platform/person.ts';
import { usePathParams } from '#platform/router/links.ts';
import { signOut } from '#platform/session/sign-in.ts';
import { useJoin } from './invitations.tsx';

/** Target of an invitation link. */
export function AcceptPage() {
  return (
    <InvitationGate>
      <Arrived />
    </InvitationGate>
  );
}

/** The person has read the invitation, or opened the link while they were signed in: it is accepted without asking. */
function Arrived() {
  const { invitationId: id } = usePathParams(acceptPath);
  const invitation = useRead(invitationsApi.get, { params: { id } }, { quiet: true });
  if (invitation.error) {
    return <Refused error={invitation.error} />;
  }
  if (!invitation.data) {
    return <Splash />;
  }
  return <Accept key={id} invitation={invitation.data} />;
}

function Accept({ invitation: { id, status } }: { invitation: Invitation }) {
  const { mutate, error } = useJoin({ quiet: true });
  const wasOpen = useRef(status === 'Pending').current;
  const isAsked = useRef(false);
  useEffect(() => {
    if (wasOpen && !isAsked.current) {
      isAsked.current = true;
      mutate({ params: { id }, body: { status: 'Accepted' } });
    }
  }, [id, wasOpen, mutate]);
  if (!wasOpen) {
    return <NotOpen status={status} />;
  }
  return error ? <Refused error={error} /> : <Splash />;
}

function Refused({ error }: { error: Error }) {
  const code = error instanceof RequestError ? error.code : undefined;
  switch (code) {
    case 'invitation.email_mismatch':
      return <OtherAccount />;
    case 'invitation.invalid_status':
      return <NotOpen />;
    case 'subscription.limit_exceeded':
      return <NoRoom />;
    case 'entity.not_found':
      return <NoInvitation />;
    default:
      return <ErrorScreen error={error} />;
  }
}

function ToConsole() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/">
      {t('tenants.accept.toConsole')}
    </Button>
  );
}

/** Also shown for a truncated link. */
export function NoInvitation() {
  const { t } = useTranslation();
  return (
    <OuterScreen
      art={<LostArt />}
      title={t('tenants.accept.notFoundTitle')}
      body={t('tenants.accept.notFoundBody')}
      actions={<ToConsole />}
    />
  );
}

const reasons = { Accepted: 'used', Expired: 'expired', Revoked: 'revoked', Pending: 'notOpen' } as const;

/** If the invitation ended only just now, its new status is not known. */
function NotOpen({ status = 'Pending' }: { status?: Invitation['status'] }) {
  const { t } = useTranslation();
  const reason = reasons[status];
  return (
    <OuterScreen
      art={<LostArt />}
      title={t(`tenants.accept.${reason}Title`)}
      body={t(`tenants.accept.${reason}Body`)}
      actions={<ToConsole />}
    />
  );
}

/** The plan of the tenant has no room. */
function NoRoom() {
  const { t } = useTranslation();
  return (
    <OuterScreen
      art={<LostArt />}
      title={t('tenants.accept.fullTitle')}
      body={t('tenants.accept.fullBody')}
      actions={<ToConsole />}
    />
  );
}

function OtherAccount() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const who = me?.primaryEmail ?? me?.username ?? me?.id;
  // The link contains the address; only its owner receives the link.
  const [email] = useState(() => new URLSearchParams(location.search).get('email') ?? undefined);
  return (
    <OuterScreen
      art={<LostArt />}
      title={t('tenants.accept.otherTitle')}
      body={otherBody(t, who, email)}
      actions={
        <>
          <Button onClick={() => void signOut('here')}>
            {email ? t('tenants.accept.switchTo', { email }) : t('tenants.accept.switch')}
          </Button>
          <Button variant="default" component={Link} to="/">
            {who ? t('tenants.accept.stay', { who }) : t('tenants.accept.toConsole')}
          </Button>
        </>
      }
    />
  );
}

function otherBody(t: TFunction, who: string | undefined, email: string | undefined): string {
  if (!who) {
    return t('tenants.accept.otherUnknown');
  }
  return email ? t('tenants.accept.otherFor', { who, email }) : t('tenants.accept.otherBody', { who });
}
