import type { Address, InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { begin } from '../../platform/begin.ts';
import { call } from '../../platform/client.ts';
import { type CodeFlow, firstPage, type SentCode, saveCode } from '../../platform/draft.ts';
import { currentPath } from '../../platform/prefix.ts';
import { navigate } from '../../platform/router.ts';

const events = { 'sign-in': 'SignIn', register: 'Register', 'forgot-password': 'ForgotPassword' } as const;

/** Adding a missing detail continues the current interaction; all other flows start a new one. */
async function beginFlow(flow: CodeFlow): Promise<InteractionEvent> {
  if (flow === 'continue') {
    return (await call('interaction')).interactionEvent;
  }
  await begin(events[flow]);
  return events[flow];
}

/** Sends a code and navigates to the page that asks for it. */
export async function requestCode(flow: CodeFlow, address: Address): Promise<void> {
  const event = await beginFlow(flow);
  const { verificationId } = await call('sendCode', { identifier: address, interactionEvent: event });
  const origin = flow === 'continue' ? currentPath() : firstPage();
  saveCode({ flow, event, address, origin, verificationId, sentAt: Date.now() });
  navigate(`/${flow}/verification-code`);
}

/** Sends another code to the same address; the previous one becomes invalid. */
export async function requestAgain(sent: SentCode): Promise<SentCode> {
  const { address, event } = sent;
  const { verificationId } = await call('sendCode', { identifier: address, interactionEvent: event });
  const next = { ...sent, verificationId, sentAt: Date.now(), isVerified: false };
  saveCode(next);
  return next;
}
