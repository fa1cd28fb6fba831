import { undoHours } from '@postern/contracts/account/address-changes';
import {
  fillWords,
  type MessageWords,
  messageLanguage,
  messageWords,
  type NoticeTopic,
} from '@postern/contracts/message-phrases/index';
import { type Sender, senderInMail, senderInSms } from '@postern/contracts/tame-name';
import { senderOf, sendMessage } from '#features/messages/connectors';
import type { ProvenAddresses } from '#features/people/users';
import { describeMessage } from '#features/sign-in/verification-codes';
import type { Db } from '#platform/db';
import type { Asked, Person } from './asked.ts';
import { recordAddress } from './record-address.ts';

/** What changed. */
export type Notice = NoticeTopic;

function titleOf({ changed, deleted, exported }: MessageWords['notices'], notice: Notice): string {
  if (notice === 'deletion') {
    return deleted;
  }
  return notice === 'export' ? exported : changed;
}

/** The words of a notice. A text message has no subject, so the name of the application comes first in it. */
function wordNotice(
  { notices }: MessageWords,
  { kind, sender, notice, link }: { kind: 'Email' | 'Sms'; sender: Sender; notice: Notice; link: string | undefined },
) {
  const app = kind === 'Sms' ? senderInSms(sender) : senderInMail(sender);
  const subject = fillWords(titleOf(notices, notice), { app });
  const advice = link ? fillWords(notices.undo, { hours: String(undoHours) }) : notices.warning;
  const what = notices.what[notice];
  // Chinese and Japanese put no space between sentences.
  const lead = what.endsWith('。') ? what + advice : `${what} ${advice}`;
  const text = `${kind === 'Sms' ? `${app}: ` : `${subject}\n\n`}${lead}${link ? `\n\n${link}\n` : ''}`;
  return { subject, text, lead, ...(link ? { action: notices.undoAction } : {}) };
}

/** The old phone number for a new one; otherwise mail, and a text message only to somebody without an address. */
function recipientOf({ email, phone }: ProvenAddresses, notice: Notice) {
  if (phone !== undefined && (notice === 'phone' || email === undefined)) {
    return { kind: 'Sms', to: phone } as const;
  }
  return email === undefined ? undefined : ({ kind: 'Email', to: email } as const);
}

/** Tells a person of a change at the address that they had before it. Never throws: the change stands. */
export async function notify(
  { app, tenantId, caller, request, languages }: Asked,
  before: ProvenAddresses,
  notice: Notice,
  undoLink?: string,
): Promise<void> {
  const recipient = recipientOf(before, notice);
  if (!recipient) {
    return;
  }
  try {
    const described = await describeMessage(app, tenantId, {
      languages,
      applicationId: caller.clientId,
      person: { id: caller.subject },
    });
    const words = await messageWords(messageLanguage(described.locale));
    const sender = senderOf(app, tenantId, described);
    await sendMessage(app, tenantId, {
      ...recipient,
      type: 'Generic',
      payload: {
        notice: wordNotice(words, { kind: recipient.kind, sender, notice, link: undoLink }),
        ...(undoLink ? { link: undoLink } : {}),
        ...described,
      },
      ip: request.ip,
    });
  } catch (error) {
    app.log.warn({ err: error, tenantId, notice }, 'account notice failed');
  }
}

/**
 * Prepares the message about a change, in its transaction: where an address changed, the message carries a link that takes
 * the change back. Send it after the commit, and do not wait: providers are slow, and the change stands in any case.
 */
export async function announce(
  db: Db,
  asked: Asked,
  before: Person,
  notice: Notice | undefined,
): Promise<() => Promise<void>> {
  if (!notice) {
    return async () => undefined;
  }
  const undoLink =
    notice === 'email' || notice === 'phone' ? await recordAddress(db, asked, before, notice) : undefined;
  return () => notify(asked, before.proven, notice, undoLink);
}
