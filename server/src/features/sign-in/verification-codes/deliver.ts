import { defaultCodePolicy } from '@postern/contracts/experience/verification-code-policy';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { sendMessage } from '#features/messages/connectors';
import { announceRateLimited, type InInteraction } from '#features/records/webhooks';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import type { describeMessage } from './describe.ts';
import { type Binding, issueCode, withdrawCode } from './issue.ts';

type MessageDetails = { link?: string } & Partial<Awaited<ReturnType<typeof describeMessage>>>;

type Order = {
  binding: Binding;
  /** IP address of the caller. */
  ip: string;
  /** The caller is a server that sends codes for many people. Its code stays, so that what it tries is a wrong code. */
  isFromServer?: boolean;
  /** The code can be used only as long as something else, whatever the policy of the tenant says. */
  mostSeconds?: number;
  /** Where the code was requested, for the event about a recipient who got too many. Without it there is no event. */
  requestedIn?: InInteraction;
  /** The content of the message besides the code. */
  describe?: (issued: { verificationId: string; code: string }) => Promise<MessageDetails> | MessageDetails;
};

/** Sends a new code and returns its verification. The caller never sees the code. */
export async function deliverCode(app: App, tenantId: string, order: Order): Promise<string> {
  const { binding, ip, isFromServer, mostSeconds = Number.POSITIVE_INFINITY, requestedIn, describe } = order;
  const { type, value } = binding.address;
  const { verificationCodePolicy } = await getSignInExperience(app, tenantId);
  const { expirationDuration = defaultCodePolicy.expirationDuration } = verificationCodePolicy;
  const seconds = Math.min(expirationDuration, mostSeconds);
  const { verificationId, code } = await issueCode(app, tenantId, binding, seconds);
  try {
    await sendMessage(app, tenantId, {
      kind: type === 'email' ? 'Email' : 'Sms',
      to: value,
      type: binding.purpose,
      payload: async () => ({ code, ...(await describe?.({ verificationId, code })) }),
      // Rounded down, so that the message promises no more than there is.
      minutes: Math.floor(seconds / 60),
      limit: 'VerificationCodeSend',
      ip,
      isFromServer,
    });
  } catch (error) {
    if (!isFromServer) {
      await withdrawCode(app, tenantId, verificationId);
    }
    if (requestedIn && error instanceof AppError && error.code === 'request.message_rate_limited') {
      await announceRateLimited(app, tenantId, value, requestedIn);
    }
    throw error;
  }
  return verificationId;
}
