import { type CallError, call } from '../../platform/client.ts';
import { keepCode, type Question, type SentCode } from '../../platform/draft.ts';
import { finish, finishPending } from '../../platform/finish.ts';
import { mayRegisterWith, methodFor, takesCode } from '../../platform/identifiers.ts';
import type { Settings } from '../../platform/settings.ts';

/** Shows the code and goes on with what it proves. A code counts once, so trying again leaves it out. */
export async function proveCode(sent: SentCode, code: string): Promise<void> {
  const { address, verificationId, flow } = sent;
  if (!sent.isVerified) {
    await call('verifyCode', { identifier: address, verificationId, code });
    keepCode({ ...sent, isVerified: true });
  }
  if (flow === 'continue') {
    await call('addProfile', { type: address.type, verificationId });
    await finishPending();
  } else {
    await finish(verificationId);
  }
}

/** The person wants it the other way round; the proof is good for both. */
export async function turnInto(event: 'SignIn' | 'Register', { verificationId }: SentCode): Promise<void> {
  await call('changeEvent', { interactionEvent: event });
  await finish(verificationId);
}

/** What to ask when an address is proven and its account is not as expected. */
export function questionFor(
  { code }: CallError,
  { flow, address }: SentCode,
  { experience }: Settings,
): Question | undefined {
  if (code === 'user.user_not_exist') {
    return flow === 'sign-in' && mayRegisterWith(experience, address.type) ? 'create' : 'unknown';
  }
  if (code === 'user.email_already_in_use' || code === 'user.phone_already_in_use') {
    const method = methodFor(experience, address.type);
    const maySignIn = experience.signInMode !== 'Register' && method !== undefined && takesCode(method);
    return flow === 'register' && maySignIn ? 'sign-in' : 'taken';
  }
  return undefined;
}
