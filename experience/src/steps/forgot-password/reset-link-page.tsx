import { Alert } from '../../parts/alert.tsx';
import { useArrival } from '../../parts/use-arrival.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { CallError, call } from '../../platform/client.ts';
import { saveIdentifier } from '../../platform/draft.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { navigate } from '../../platform/router.ts';
import { proveToken, readInvitation } from '../one-time-token/index.ts';

/** A person follows a link to choose a new password. The link proves their address. */
export function ResetLinkPage() {
  const { oneTimeToken: words, common } = usePhrases();
  const invitation = readInvitation(window.location.search);
  const alert = useArrival(prove, ({ code }) => {
    const email = encodeURIComponent(invitation?.email ?? '');
    navigate(`/one-time-token/error?code=${encodeURIComponent(code)}&login_hint=${email}`, { replace: true });
  });

  async function prove() {
    if (!invitation) {
      throw new CallError({ code: 'one_time_token.token_not_found', message: '' });
    }
    const verificationId = await proveToken(invitation, 'ForgotPassword');
    await call('identify', { verificationId });
    saveIdentifier(invitation.email);
    navigate('/forgot-password/reset', { replace: true });
  }

  return (
    <>
      <Waiting title={common.working} sub={invitation && fill(words.as, { email: invitation.email })} />
      <Alert {...alert} />
    </>
  );
}
