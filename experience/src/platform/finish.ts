import { call } from './client.ts';
import { forgetDraft, provenMethod, saveNews } from './draft.ts';
import { rememberMethod } from './last-used.ts';
import { navigate } from './router.ts';

/** Last step of every method: the verified record identifies the user, and the server returns the redirect. */
export async function finish(verificationId: string): Promise<void> {
  await call('identify', { verificationId });
  await leave();
}

/** Continues after a missing detail was added: creates the account if this is a registration. */
export async function finishPending(): Promise<void> {
  const { interactionEvent } = await call('interaction');
  if (interactionEvent === 'Register') {
    await call('identify', {});
  }
  await leave();
}

/** Submits the sign-in. After a password reset there is no redirect: the person signs in with the new password. */
export async function leave(): Promise<void> {
  const answer = await call('submit');
  if (answer) {
    const method = provenMethod();
    if (method) {
      rememberMethod(method);
    }
    forgetDraft();
    window.location.replace(answer.redirectTo);
    return;
  }
  saveNews('reset');
  navigate('/sign-in', { replace: true });
}
