import { Button } from '@mantine/core';
import { type ConsoleInvitation, consoleInvitationsApi } from '@postern/contracts/people/console-invitations';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { config } from '#platform/config.ts';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { LostArt } from '#platform/feedback/art.tsx';
import { ErrorScreen } from '#platform/feedback/error-screen.tsx';
import { Splash } from '#platform/feedback/screens.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { SignedOutScreen } from '#platform/page/outer-screen.tsx';
import { startSignIn } from '#platform/session/sign-in.ts';
import { readSession } from '#platform/session/store.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import classes from './invitation.module.css';

type Link = { email: string; token: string };

function readLink(): Link | undefined {
  const query = new URLSearchParams(location.search);
  const [token, email] = [query.get('one_time_token'), query.get('email')];
  return token && email ? { token, email } : undefined;
}

/** The first screen of an invitation says who invites to what. People who are signed in continue at once. */
export function InvitationGate({ children }: { children: ReactNode }) {
  const [link] = useState(readLink);
  const [isSignedIn] = useState(() => readSession() !== undefined);
  if (isSignedIn) {
    return children;
  }
  return link ? <FirstScreen link={link} /> : <SignIn />;
}

/** A link without a token: only the account can show the invitation. */
function SignIn() {
  useEffect(() => void startSignIn(), []);
  return <Splash />;
}

function FirstScreen({ link }: { link: Link }) {
  const invitation = useRead(consoleInvitationsApi.inspect, { body: link }, { quiet: true });
  if (invitation.error) {
    return <Refused error={invitation.error} />;
  }
  if (!invitation.data) {
    return <Splash />;
  }
  return invitation.data.status === 'Pending' ? (
    <Open invitation={invitation.data} />
  ) : (
    <Ended status={invitation.data.status} />
  );
}

const known = ['admin', 'reader', 'billing', 'collaborator'] as const;

function useRoleName({ id, name }: ConsoleInvitation['role']): string {
  const { t } = useTranslation();
  const role = known.find((one) => one === id);
  return role ? t(`consoleInvitations.roles.${role}`) : name;
}

function Open({ invitation }: { invitation: ConsoleInvitation }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { email, tenantName: tenant, inviterName: inviter, expiresAt, hasAccount } = invitation;
  const role = useRoleName(invitation.role);
  const [isLeaving, setLeaving] = useState(false);
  const proceed = () => {
    setLeaving(true);
    void startSignIn();
  };
  return (
    <SignedOutScreen
      title={t('consoleInvitations.title', { tenant })}
      body={inviter ? t('consoleInvitations.by', { inviter }) : t('consoleInvitations.invited')}
      actions={
        <BusyButton onClick={proceed} busy={isLeaving}>
          {t(hasAccount ? 'consoleInvitations.signIn' : 'consoleInvitations.create')}
        </BusyButton>
      }
    >
      <div className={classes.facts}>
        <KeyValues
          rows={[
            { label: t('consoleInvitations.tenant'), value: tenant, plain: true },
            { label: t('consoleInvitations.role'), value: role, plain: true },
            { label: t('consoleInvitations.email'), value: email, plain: true },
            { label: t('consoleInvitations.expires'), value: dateTime(expiresAt), plain: true },
          ]}
        />
        <p className={classes.note}>
          {t(hasAccount ? 'consoleInvitations.signInHelp' : 'consoleInvitations.createHelp', { email })}
        </p>
      </div>
    </SignedOutScreen>
  );
}

const reasons = { Accepted: 'used', Expired: 'expired', Revoked: 'revoked' } as const;

function Ended({ status }: { status: keyof typeof reasons }) {
  const { t } = useTranslation();
  const reason = reasons[status];
  return (
    <SignedOutScreen
      art={<LostArt />}
      title={t(`tenants.accept.${reason}Title`)}
      body={t(`tenants.accept.${reason}Body`)}
      actions={<ToConsole />}
    />
  );
}

function Refused({ error }: { error: Error }) {
  const { t } = useTranslation();
  return error instanceof RequestError && error.code === 'invitation.link_not_found' ? (
    <SignedOutScreen
      art={<LostArt />}
      title={t('tenants.accept.notFoundTitle')}
      body={t('tenants.accept.notFoundBody')}
      actions={<ToConsole />}
    />
  ) : (
    <ErrorScreen error={error} />
  );
}

/** Loads the console again: it signs the person in first. */
function ToConsole() {
  const { t } = useTranslation();
  return (
    <Button component="a" href={config.base}>
      {t('tenants.accept.toConsole')}
    </Button>
  );
}
