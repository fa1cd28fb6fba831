import type { MagicLink } from '@postern/contracts/sign-in/magic-link';
import type { Address, Interaction, VerificationRecordView } from '@postern/contracts/sign-in/sign-in';
import { call } from '../../platform/client.ts';
import type { CodeFlow, SentCode } from '../../platform/draft.ts';

/**
 * Here: the sign-in of the link runs in this browser. Used: it does, and its code was already accepted. Elsewhere: all
 * other cases.
 */
export type Found = { where: 'here'; sent: SentCode } | { where: 'used' } | { where: 'elsewhere' };

const isSendable = (type: string): type is Address['type'] => type === 'email' || type === 'phone';

function flowOf({ interactionEvent, userId }: Interaction, { templateType }: VerificationRecordView): CodeFlow {
  if (templateType === 'ForgotPassword') {
    return 'forgot-password';
  }
  if (userId) {
    return 'continue';
  }
  return interactionEvent === 'Register' ? 'register' : 'sign-in';
}

export function matchLink(interaction: Interaction, { verificationId }: MagicLink): Found {
  const record = interaction.verificationRecords?.find(({ id }) => id === verificationId);
  if (!record?.identifier || !isSendable(record.identifier.type)) {
    return { where: 'elsewhere' };
  }
  if (record.verified) {
    return { where: 'used' };
  }
  const { type, value } = record.identifier;
  const flow = flowOf(interaction, record);
  const origin = flow === 'continue' ? `/continue/${type}` : `/${flow}`;
  const event = interaction.interactionEvent;
  return { where: 'here', sent: { flow, event, address: { type, value }, origin, verificationId, sentAt: Date.now() } };
}

/** Read-only: opening a link changes nothing, so that scanners of mail servers do not consume it. */
export async function findHere(link: MagicLink): Promise<Found> {
  try {
    return matchLink(await call('interaction'), link);
  } catch {
    // No sign-in in this browser, or no response: the code can still be typed in the original browser.
    return { where: 'elsewhere' };
  }
}
