import type { InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { agreement } from '../../parts/terms.tsx';
import { CallError, call } from '../../platform/client.ts';
import { saveInvited, saveMethod } from '../../platform/draft.ts';
import { leave } from '../../platform/finish.ts';
import type { Settings } from '../../platform/settings.ts';
import { dropFromTab, readFromTab, saveInTab } from '../../platform/tab-storage.ts';

export type Invitation = { email: string; token: string };

/** Thrown when the person must accept the terms before an account is created. */
export const termsOpen = 'terms.register';

/** No account has the address yet, or the token is for registration only, as those of invitations are. */
const newcomerCodes = [
  'user.user_not_exist',
  'user.sign_in_method_not_enabled',
  'one_time_token.interaction_event_mismatch',
];

const key = 'postern:one-time-token';

export function readInvitation(search: string): Invitation | undefined {
  const query = new URLSearchParams(search);
  const [email, token] = [query.get('login_hint'), query.get('one_time_token')];
  return email && token ? { email, token } : undefined;
}

/** A token can be used once: after a reload the existing verification is used. */
export async function proveToken({ email, token }: Invitation, interactionEvent: InteractionEvent): Promise<string> {
  const kept = readFromTab<{ token: string; verificationId: string }>(key);
  if (kept?.token === token) {
    return kept.verificationId;
  }
  await call('start', { interactionEvent });
  const { verificationId } = await call('verifyOneTimeToken', { identifier: { type: 'email', value: email }, token });
  saveInTab(key, { token, verificationId });
  return verificationId;
}

const mismatch = 'one_time_token.interaction_event_mismatch';

const isMismatch = (error: unknown) => error instanceof CallError && error.code === mismatch;

/** A token may be for registration only. One that is refused is not used up. */
async function prove(invitation: Invitation): Promise<string> {
  try {
    return await proveToken(invitation, 'SignIn');
  } catch (error) {
    if (!isMismatch(error)) {
      throw error;
    }
    return proveToken(invitation, 'Register');
  }
}

/** Signs in the user of the token, or registers them. Ends by leaving the page. */
export async function spendToken(invitation: Invitation, settings: Settings, isAgreed: boolean): Promise<void> {
  const verificationId = await prove(invitation);
  saveMethod(undefined);
  try {
    await call('changeEvent', { interactionEvent: 'SignIn' });
    await call('identify', { verificationId });
  } catch (error) {
    if (!(error instanceof CallError) || !newcomerCodes.includes(error.code)) {
      throw error;
    }
    if (!isAgreed && agreement(settings, 'Register') === 'checkbox') {
      throw new CallError({ code: termsOpen, message: '' });
    }
    saveInvited(invitation.email);
    await call('changeEvent', { interactionEvent: 'Register' });
    await call('identify', { verificationId });
  }
  await leave();
  dropFromTab(key);
}
