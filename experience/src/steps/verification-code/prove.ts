import { CallError, call } from '../../platform/client.ts';
import { type Question, type SentCode, saveCode, saveMethod } from '../../platform/draft.ts';
import { finish, finishPending, leave } from '../../platform/finish.ts';
import { mayRegisterWith, methodFor, takesCode } from '../../platform/identifiers.ts';
import type { Settings } from '../../platform/settings.ts';

/** Verifies the code. A code can be used once, so a retry skips this. */
export async function showCode(sent: SentCode, code: string): Promise<void> {
  if (!sent.isVerified) {
    const { address, verificationId } = sent;
    await call('verifyCode', { identifier: address, verificationId, code });
    saveCode({ ...sent, isVerified: true });
  }
}

/** Verifies the code and continues the flow. */
export async function proveCode(sent: SentCode, code: string): Promise<void> {
  const { verificationId, flow } = sent;
  await showCode(sent, code);
  if (flow === 'continue') {
    await addAddress(sent);
    await finishPending();
  } else {
    saveMethod(flow === 'forgot-password' ? undefined : 'code');
    await finish(verificationId);
  }
}

const isTaken = (code: string) => code === 'user.email_already_in_use' || code === 'user.phone_already_in_use';

/** If the address belongs to an account, a person who came from a provider may link the two: both are verified. */
async function addAddress(sent: SentCode): Promise<void> {
  try {
    await call('addProfile', { type: sent.address.type, verificationId: sent.verificationId });
  } catch (error) {
    if (error instanceof CallError && isTaken(error.code)) {
      const { interactionEvent, verificationRecords = [] } = await call('interaction');
      const proof = verificationRecords.find(({ socialUserInfo }) => socialUserInfo);
      saveCode({ ...sent, isVerified: true, socialProof: interactionEvent === 'Register' ? proof?.id : undefined });
    }
    throw error;
  }
}

/** Signs in to the account of the address and links the provider account to it. */
export async function linkProvider({ verificationId, socialProof = '' }: SentCode): Promise<void> {
  await call('changeEvent', { interactionEvent: 'SignIn' });
  await call('identify', { verificationId });
  await call('addProfile', { type: 'social', verificationId: socialProof });
  await leave();
}

/** Switches between signing in and registering; the verification is valid for both. */
export async function turnInto(event: 'SignIn' | 'Register', { verificationId }: SentCode): Promise<void> {
  await call('changeEvent', { interactionEvent: event });
  await finish(verificationId);
}

/** What to ask when an address is verified but its account is not as expected. */
export function questionFor(
  { code }: CallError,
  { flow, address, socialProof }: SentCode,
  { experience }: Settings,
): Question | undefined {
  if (code === 'user.user_not_exist') {
    return flow === 'sign-in' && mayRegisterWith(experience, address.type) ? 'create' : 'unknown';
  }
  if (isTaken(code)) {
    const method = methodFor(experience, address.type);
    const maySignIn = experience.signInMode !== 'Register' && method !== undefined && takesCode(method);
    if (flow === 'continue' && maySignIn && socialProof) {
      return 'link';
    }
    return flow === 'register' && maySignIn ? 'sign-in' : 'taken';
  }
  return undefined;
}
