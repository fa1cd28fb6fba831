import { call } from './client.ts';
import { forgetIdentifier } from './draft.ts';

/** Every method ends here: the verified record names the person, and the server says where to go. */
export async function finish(verificationId: string): Promise<void> {
  await call('identify', { verificationId });
  const answer = await call('submit');
  forgetIdentifier();
  // Nowhere to go after a password was reset: then they sign in with the new one.
  window.location.replace(answer?.redirectTo ?? '/sign-in');
}
