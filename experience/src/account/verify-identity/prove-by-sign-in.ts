import { signedInAt } from '../session.ts';
import { callVerifications } from './calls.ts';

/** Longer than the server accepts a sign-in, because clocks differ. */
const recentMs = 5 * 60_000;

/** Who has just signed in need not prove it again. The server knows the time of the sign-in; undefined if it is too long ago. */
export async function proveBySignIn(): Promise<string | undefined> {
  const at = signedInAt();
  if (at === undefined || Date.now() - at > recentMs) {
    return undefined;
  }
  try {
    return (await callVerifications('signIn')).verificationRecordId;
  } catch {
    return undefined;
  }
}
