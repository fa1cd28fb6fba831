import { useState } from 'react';
import { Agree } from '../../parts/agree.tsx';
import { Alert } from '../../parts/alert.tsx';
import { useArrival } from '../../parts/use-arrival.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { CallError } from '../../platform/client.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { navigate } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';
import { readInvitation, spendToken, termsOpen } from './spend-token.ts';

/** An application sent the person here with a one-time token for their address. */
export function OneTimeTokenPage() {
  const settings = useSettings();
  const { oneTimeToken: words, common } = usePhrases();
  const [isAsked, setAsked] = useState(false);
  const alert = useArrival(() => spend(false), refuse);
  const invitation = readInvitation(window.location.search);

  async function spend(isAgreed: boolean) {
    if (!invitation) {
      throw new CallError({ code: 'one_time_token.token_not_found', message: '' });
    }
    await spendToken(invitation, settings, isAgreed);
  }

  function refuse({ code }: CallError) {
    const email = encodeURIComponent(invitation?.email ?? '');
    if (code === termsOpen) {
      setAsked(true);
    } else if (code === 'user.email_already_in_use') {
      // The invited person already has an account: they sign in as usual.
      navigate(`/sign-in?login_hint=${email}`, { replace: true });
    } else {
      navigate(`/one-time-token/error?code=${encodeURIComponent(code)}&login_hint=${email}`, { replace: true });
    }
  }

  const sub = invitation && fill(words.as, { email: invitation.email });
  if (isAsked) {
    return <Agree event="Register" sub={sub} onAgree={() => spend(true)} />;
  }
  return (
    <>
      <Waiting title={common.working} sub={sub} />
      <Alert {...alert} />
    </>
  );
}
