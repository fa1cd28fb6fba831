import { sendMessage } from '#features/messages/connectors';
import type { App } from '#platform/app';
import type { describeMessage } from './describe.ts';
import { type Binding, issueCode, withdrawCode } from './issue.ts';

type MessageDetails = { link?: string } & Partial<Awaited<ReturnType<typeof describeMessage>>>;

type Order = {
  binding: Binding;
  /** Network address of whoever asked. */
  ip: string;
  /** What the message says beside the code. */
  describe?: (issued: { verificationId: string; code: string }) => Promise<MessageDetails> | MessageDetails;
};

/** Sends a new code to its address and answers the verification it belongs to. Whoever asked never sees the code itself. */
export async function deliverCode(app: App, tenantId: string, order: Order): Promise<string> {
  const { binding, ip, describe } = order;
  const { type, value } = binding.address;
  const { verificationId, code } = await issueCode(app, tenantId, binding);
  try {
    await sendMessage(app, tenantId, {
      kind: type === 'email' ? 'Email' : 'Sms',
      to: value,
      type: binding.purpose,
      payload: async () => ({ code, ...(await describe?.({ verificationId, code })) }),
      ip,
    });
  } catch (error) {
    await withdrawCode(app, tenantId, verificationId);
    throw error;
  }
  return verificationId;
}
