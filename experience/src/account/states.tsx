import { BrokenGate, DeadEnd, WalledGate } from '../parts/dead-end.tsx';
import { useSending } from '../parts/use-sending.ts';
import { linkTo } from '../platform/router.ts';
import { PageAlert } from './parts/messages.tsx';
import { useAccountPhrases } from './phrases.ts';
import { signIn } from './session.ts';

/** The tenant has not enabled the account center. */
export function SwitchedOff() {
  const { state } = useAccountPhrases();
  return <DeadEnd drawing={<WalledGate />} title={state.offTitle} text={<p>{state.offText}</p>} />;
}

/** The session has ended; the page no longer shows any account data. */
export function SessionEnded() {
  const { state } = useAccountPhrases();
  return (
    <DeadEnd
      drawing={<WalledGate />}
      title={state.endedTitle}
      text={<p>{state.endedText}</p>}
      action={<SignInButton>{state.signInAgain}</SignInButton>}
    />
  );
}

/** Shown after account deletion. */
export function Goodbye() {
  const { data } = useAccountPhrases();
  const { goodbyeTitle: title, goodbyeText } = data;
  // Going back would only show the sign-in page.
  return <DeadEnd drawing={<WalledGate />} title={title} text={<p>{goodbyeText}</p>} action={false} />;
}

/** The sign-in failed. */
export function SignInRefused() {
  const { state, common } = useAccountPhrases();
  return (
    <DeadEnd
      drawing={<BrokenGate />}
      title={state.refusedTitle}
      text={<p>{state.refusedText}</p>}
      action={<SignInButton>{common.tryAgain}</SignInButton>}
    />
  );
}

function SignInButton({ children }: { children: string }) {
  const { send, busy, alert } = useSending();
  return (
    <>
      <button type="button" className="button primary" aria-disabled={busy} onClick={() => send(signIn)}>
        {children}
      </button>
      <PageAlert alert={alert} />
    </>
  );
}

export function NotFound() {
  const { state } = useAccountPhrases();
  return (
    <section className="account-empty">
      <h1>{state.notFoundTitle}</h1>
      <p>{state.notFoundText}</p>
      <a {...linkTo('/account')}>{state.toOverview}</a>
    </section>
  );
}
