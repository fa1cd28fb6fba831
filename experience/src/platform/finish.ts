import { call } from './client.ts';
import { forgetIdentifier } from './draft.ts';

/** Every method ends here: the verified record names the person, and the server says where to go. */
export async function finish(verificationId: string): Promise<void> {
  await call('identify', { verificationId });
  const { redirectTo } = await call('submit');
  forgetIdentifier();
  window.location.replace(redirectTo);
}
