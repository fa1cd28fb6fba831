import { call } from './client.ts';
import { forgetDraft, keepNews, provenMethod } from './draft.ts';
import { rememberMethod } from './last-used.ts';
import { navigate } from './router.ts';

/** Every method ends here: the verified record names the person, and the server says where to go. */
export async function finish(verificationId: string): Promise<void> {
  await call('identify', { verificationId });
  await leave();
}

/** After a detail was added: an account that is still to be made is made now. */
export async function finishPending(): Promise<void> {
  const { interactionEvent } = await call('interaction');
  if (interactionEvent === 'Register') {
    await call('identify', {});
  }
  await leave();
}

/** The last step. Nowhere to go after a password was reset: then they sign in with the new one. */
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
  keepNews('reset');
  navigate('/sign-in', { replace: true });
}
