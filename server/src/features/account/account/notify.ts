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
import type { AccountRequest, Person } from './access.ts';
import { recordAddress } from './undo-address.ts';

export type Notice = NoticeTopic;

function titleOf({ changed, deleted, exported }: MessageWords['notices'], notice: Notice): string {
  if (notice === 'deletion') {
    return deleted;
  }
  return notice === 'export' ? exported : changed;
}

/** The text of a notice. A text message has no subject, so it starts with the name of the application. */
function composeNotice(
  { notices }: MessageWords,
  { kind, sender, notice, link }: { kind: 'Email' | 'Sms'; sender: Sender; notice: Notice; link: string | undefined },
) {
  const app = kind === 'Sms' ? senderInSms(sender) : senderInMail(sender);
  const subject = fillWords(titleOf(notices, notice), { app });
  const advice = link ? fillWords(notices.undo, { hours: String(undoHours) }) : notices.warning;
  const what = notices.what[notice];
  // Chinese and Japanese have no space between sentences.
  const lead = what.endsWith('。') ? what + advice : `${what} ${advice}`;
  const text = `${kind === 'Sms' ? `${app}: ` : `${subject}\n\n`}${lead}${link ? `\n\n${link}\n` : ''}`;
  return { subject, text, lead, ...(link ? { action: notices.undoAction } : {}) };
}

/** The old phone number if the phone changed; otherwise email, and a text message only if there is no email address. */
function recipientOf({ email, phone }: ProvenAddresses, notice: Notice) {
  if (phone !== undefined && (notice === 'phone' || email === undefined)) {
    return { kind: 'Sms', to: phone } as const;
  }
  return email === undefined ? undefined : ({ kind: 'Email', to: email } as const);
}

/** Notifies a person of a change at their previous address. Never throws, so that the change is not affected. */
export async function notify(
  { app, tenantId, caller, request, languages }: AccountRequest,
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
        notice: composeNotice(words, { kind: recipient.kind, sender, notice, link: undoLink }),
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
 * Prepares the notice of a change in its transaction. If an address changed, the message contains a link to undo it.
 * Send it after the commit without waiting: providers are slow, and the change is final in any case.
 */
export async function announce(
  db: Db,
  asked: AccountRequest,
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
