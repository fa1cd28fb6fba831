import type { LinkedInvitation } from '@postern/contracts/people/invitation-links';
import { useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { DeadEnd, OpenGate, WalledGate } from '../../parts/dead-end.tsx';
import { Page } from '../../parts/page.tsx';
import { useArrival } from '../../parts/use-arrival.ts';
import { useSending } from '../../parts/use-sending.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { CallError } from '../../platform/client.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { prefix } from '../../platform/prefix.ts';
import { useAccountPhrases } from '../phrases.ts';
import { useAccountSettings } from '../settings.ts';
import { callLink, type Link } from './calls.ts';
import { finishSignIn, isReturn, openLink, signInFor } from './open-link.ts';
import { OrganizationLogo } from './organization-logo.tsx';

type State =
  | { is: 'loading' }
  | { is: 'open'; invitation: LinkedInvitation }
  | { is: 'joined'; invitation: LinkedInvitation }
  | { is: 'refused'; code: string; invitation?: LinkedInvitation | undefined };

const unknown = 'invitation.link_not_found';

/** Opened from the message of an invitation. Nothing changes until the person presses the button. */
export function InvitationPage() {
  const { common } = usePhrases();
  const [isBack] = useState(isReturn);
  const [link] = useState(openLink);
  const [state, setState] = useState<State>({ is: 'loading' });

  async function arrive() {
    if (!link) {
      throw new CallError({ code: unknown, message: '' });
    }
    const token = isBack ? await finishSignIn() : undefined;
    const invitation = await callLink('inspect', link);
    if (!token) {
      setState({ is: 'open', invitation });
      return;
    }
    try {
      setState({ is: 'joined', invitation: await callLink('accept', link, token) });
    } catch (error) {
      if (!(error instanceof CallError) || error.status === undefined) {
        throw error;
      }
      setState({ is: 'refused', code: error.code, invitation });
    }
  }

  const alert = useArrival(arrive, ({ code }) => setState({ is: 'refused', code }));
  switch (state.is) {
    case 'loading':
      return (
        <>
          <Waiting title={common.working} />
          <Alert {...alert} />
        </>
      );
    case 'joined':
      return <Joined {...state.invitation} />;
    case 'refused':
      return <Refused code={state.code} invitation={state.invitation} link={link} />;
    case 'open':
      return state.invitation.status === 'Pending' && link ? (
        <Open invitation={state.invitation} link={link} />
      ) : (
        <Ended status={state.invitation.status} />
      );
  }
}

function Open({ invitation, link }: { invitation: LinkedInvitation; link: Link }) {
  const { invitation: words } = useAccountPhrases();
  const { organization, inviterName, invitee: email } = invitation;
  const values = { organization: organization.name, email, inviter: inviterName ?? '' };
  return (
    <Page
      title={fill(words.title, values)}
      banner={<OrganizationLogo {...organization} />}
      sub={
        <>
          {fill(inviterName ? words.byPerson : words.byNobody, values)} {words.hint}
        </>
      }
    >
      <Continue link={link}>{words.accept}</Continue>
    </Page>
  );
}

function Continue({ link, children }: { link: Link; children: string }) {
  const [isEnded, setEnded] = useState(false);
  const { send, busy, slow, alert } = useSending((failure) => {
    // Revoked or accepted since the page was opened: the page reads it again.
    const hasEnded = failure.code === 'invitation.invalid_status' || failure.code === unknown;
    setEnded(hasEnded);
    return hasEnded;
  });
  if (isEnded) {
    window.location.reload();
  }
  return (
    <>
      <button
        type="button"
        className="button primary"
        aria-disabled={busy}
        aria-busy={slow}
        onClick={() => send(() => signInFor(link))}
      >
        {children}
      </button>
      <Alert {...alert} />
    </>
  );
}

function Joined({ organization }: LinkedInvitation) {
  const { invitation: words } = useAccountPhrases();
  return (
    <DeadEnd
      drawing={<OpenGate />}
      title={fill(words.joinedTitle, { organization: organization.name })}
      text={<p>{words.joinedText}</p>}
      action={<ToAccount />}
    />
  );
}

/** The account center, unless the tenant has switched it off. */
function ToAccount() {
  const { invitation: words } = useAccountPhrases();
  const { accountCenter } = useAccountSettings();
  return accountCenter.enabled ? (
    <a className="button" href={`${prefix}/account`}>
      {words.toAccount}
    </a>
  ) : null;
}

function Ended({ status }: Pick<LinkedInvitation, 'status'>) {
  const { invitation: words } = useAccountPhrases();
  const titles = { Accepted: words.acceptedTitle, Expired: words.expiredTitle, Revoked: words.revokedTitle } as const;
  const title = status === 'Pending' ? words.unknownTitle : titles[status];
  return (
    <DeadEnd
      drawing={<WalledGate />}
      title={title}
      text={<p>{status === 'Accepted' ? words.acceptedText : words.askText}</p>}
      action={status === 'Accepted' ? <ToAccount /> : false}
    />
  );
}

type RefusedProps = { code: string; invitation?: LinkedInvitation | undefined; link: Link | undefined };

function Refused({ code, invitation, link }: RefusedProps) {
  const { invitation: words } = useAccountPhrases();
  const email = invitation?.invitee ?? '';
  if (code === 'invitation.email_mismatch' && link) {
    return (
      <DeadEnd
        drawing={<WalledGate />}
        title={words.otherTitle}
        text={<p>{fill(words.otherText, { email })}</p>}
        action={<Continue link={link}>{words.otherAction}</Continue>}
      />
    );
  }
  if (code === 'invitation.email_not_verified') {
    return (
      <DeadEnd
        drawing={<WalledGate />}
        title={words.unverifiedTitle}
        text={<p>{fill(words.unverifiedText, { email })}</p>}
        action={<ToAccount />}
      />
    );
  }
  if (code === 'invitation.invalid_status' || code === 'request.invalid_input') {
    return <DeadEnd drawing={<WalledGate />} title={words.endedTitle} text={<p>{words.askText}</p>} action={false} />;
  }
  return (
    <DeadEnd drawing={<WalledGate />} title={words.unknownTitle} text={<p>{words.unknownText}</p>} action={false} />
  );
}
