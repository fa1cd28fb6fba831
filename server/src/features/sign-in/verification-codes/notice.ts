import {
  fillWords,
  type MessageWords,
  messageLanguage,
  messageWords,
  type NoticeTopic,
} from '@postern/contracts/message-phrases/index';
import { type Sender, senderInMail, senderInSms } from '@postern/contracts/tame-name';
import { z } from 'zod';
import { senderOf, sendMessage } from '#features/messages/connectors';
import type { ProvenAddresses } from '#features/people/users';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { enqueue } from '#platform/jobs/jobs';
import { currentDomain, KeptDomain } from '#platform/tenancy/custom-domains';
import { describeMessage } from './describe.ts';

/** A link that undoes the change, and how many hours it works. */
type UndoLink = { link: string; hours: number };

function titleOf({ changed, deleted, exported }: MessageWords['notices'], notice: NoticeTopic): string {
  if (notice === 'deletion') {
    return deleted;
  }
  return notice === 'export' ? exported : changed;
}

/** The text of a notice. A text message has no subject, so it starts with the name of the application. */
function composeNotice(
  { notices }: MessageWords,
  {
    kind,
    sender,
    notice,
    undo,
  }: { kind: 'Email' | 'Sms'; sender: Sender; notice: NoticeTopic; undo: UndoLink | undefined },
) {
  const app = kind === 'Sms' ? senderInSms(sender) : senderInMail(sender);
  const subject = fillWords(titleOf(notices, notice), { app });
  const advice = undo ? fillWords(notices.undo, { hours: String(undo.hours) }) : notices.warning;
  const what = notices.what[notice];
  // Chinese and Japanese have no space between sentences.
  const lead = what.endsWith('。') ? what + advice : `${what} ${advice}`;
  const text = `${kind === 'Sms' ? `${app}: ` : `${subject}\n\n`}${lead}${undo ? `\n\n${undo.link}\n` : ''}`;
  return { subject, text, lead, ...(undo ? { action: notices.undoAction } : {}) };
}

/** The old phone number if the phone changed; otherwise email, and a text message only if there is no email address. */
function recipientOf({ email, phone }: ProvenAddresses, notice: NoticeTopic) {
  if (phone !== undefined && (notice === 'phone' || email === undefined)) {
    return { kind: 'Sms', to: phone } as const;
  }
  return email === undefined ? undefined : ({ kind: 'Email', to: email } as const);
}

const Notification = z.object({
  userId: z.string(),
  /** The addresses before the change. */
  before: z.object({ email: z.string().optional(), phone: z.string().optional() }),
  notice: z.custom<NoticeTopic>((value) => typeof value === 'string'),
  applicationId: z.string().optional(),
  languages: z.array(z.string()),
  ip: z.string(),
  /** The change of an address that a link in the message undoes. */
  changeId: z.string().optional(),
  /** The custom domain of the request. */
  domain: KeptDomain,
});
type Notification = z.infer<typeof Notification>;

/** The slice `account` runs its jobs, because it knows the links that undo changes. */
export const noticeQueue = 'account.send-notice';
export const readNotification = (payload: Record<string, unknown>): Notification => Notification.parse(payload);

/** Adds the job that notifies a person of a change, in the transaction of the change. */
export async function enqueueNotice(db: Db, notification: Omit<Notification, 'domain'>): Promise<void> {
  if (recipientOf(notification.before, notification.notice)) {
    await enqueue(db, { queue: noticeQueue, payload: { ...notification, domain: currentDomain() } });
  }
}

/** The tenant has no connector that could send it. Another attempt would fail too. */
const cannotBeSent = new Set(['connector.not_found', 'connector.template_not_supported']);

/** Notifies a person of a change of their account. */
export async function sendNotice(
  app: App,
  tenantId: string,
  { userId, before, notice, applicationId, languages, ip, undo }: Notification & { undo: UndoLink | undefined },
): Promise<void> {
  const recipient = recipientOf(before, notice);
  if (!recipient) {
    return;
  }
  try {
    const described = await describeMessage(app, tenantId, { languages, applicationId, person: { id: userId } });
    const words = await messageWords(messageLanguage(described.locale));
    const sender = senderOf(app, tenantId, described);
    await sendMessage(app, tenantId, {
      ...recipient,
      type: 'Generic',
      payload: {
        notice: composeNotice(words, { kind: recipient.kind, sender, notice, undo }),
        ...(undo ? { link: undo.link } : {}),
        ...described,
      },
      ip,
    });
  } catch (error) {
    if (!(error instanceof AppError) || !cannotBeSent.has(error.code)) {
      throw error;
    }
    app.log.warn({ err: error, tenantId, notice }, 'account notice failed');
  }
}
