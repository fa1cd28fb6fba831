import type { MagicLink } from '@postern/contracts/sign-in/magic-link';
import type { Address, Interaction, VerificationRecordView } from '@postern/contracts/sign-in/sign-in';
import { call } from '../../platform/client.ts';
import type { CodeFlow, SentCode } from '../../platform/draft.ts';

/** Here: the sign-in of the link runs in this browser. Used: it does, and has taken the code. Elsewhere: anything else. */
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

/** Only looks: opening a link changes nothing, so that the scanner of a mail server uses nothing up. */
export async function findHere(link: MagicLink): Promise<Found> {
  try {
    return matchLink(await call('interaction'), link);
  } catch {
    // No sign-in in this browser, or no answer: either way the code can be typed where it is asked for.
    return { where: 'elsewhere' };
  }
}
