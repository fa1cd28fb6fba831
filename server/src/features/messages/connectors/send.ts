import type { AnyConnector, MessageConnector, MessagePayload, TemplateType } from '@postern/connectors/kit/interface';
import { mailAddress, phoneNumber } from '@postern/connectors/kit/refuse-injection';
import { renderMail, renderSms } from '@postern/connectors/kit/render-message';
import { chooseEmailTemplate } from '#features/messages/email-templates';
import { deliverToMailbox, hasMailbox } from '#features/messages/mailbox';
import { recordSent, refundMessage, takeMessage } from '#features/messages/message-limits';
import { messageLogFamily, recordLog } from '#features/records/audit';
import type { App } from '#platform/app';
import { currentActor } from '#platform/http/actor';
import { AppError } from '#platform/http/errors';
import { brandOf } from './brand.ts';
import { connectorRows, use } from './instance.ts';
import { type OpenConnector, openConnector } from './open.ts';

export type Message = {
  kind: 'Email' | 'Sms';
  to: string;
  type: TemplateType;
  /** If it is a function, it is called only when the message is actually sent, so that no code is created in vain. */
  payload: MessagePayload | (() => Promise<MessagePayload>);
  /** How long the code of the message is valid. */
  minutes?: number | undefined;
  /** What a recipient gets at most ten of in ten minutes, counted apart. */
  limit?: 'VerificationCodeSend' | 'MessageSend' | undefined;
  /** IP address of the requester. */
  ip?: string | undefined;
  /** The requester is a server with its own access to the API, which sends for many people: its address has no limit. */
  isFromServer?: boolean | undefined;
};

const isNotice = ({ payload }: Message) => typeof payload === 'object' && payload.notice !== undefined;

const isMessageConnector = (connector: AnyConnector): connector is MessageConnector => connector.type !== 'Social';

async function findSender(app: App, tenantId: string, kind: Message['kind']): Promise<OpenConnector | undefined> {
  const row = (await connectorRows(app, tenantId)).find(({ type }) => type === kind);
  return row && openConnector(app, tenantId, row);
}

/** Whether messages can be delivered: by a connector or, during development, by the mailbox. */
export async function messageChannels(app: App, tenantId: string): Promise<{ email: boolean; phone: boolean }> {
  const rows = await connectorRows(app, tenantId);
  const has = (kind: Message['kind']) => hasMailbox(app) || rows.some(({ type }) => type === kind);
  return { email: has('Email'), phone: has('Sms') };
}

/** Whether a connector delivers emails; the mailbox of development is none. */
export const hasEmailConnector = async (app: App, tenantId: string): Promise<boolean> =>
  (await connectorRows(app, tenantId)).some(({ type }) => type === 'Email');

function requireRecipient({ kind, to }: Message): void {
  const check = kind === 'Email' ? mailAddress : phoneNumber;
  try {
    check(to);
  } catch {
    throw new AppError('connector.invalid_request_parameters', {
      values: { errorDescription: kind === 'Email' ? 'This is not an email address.' : 'This is not a phone number.' },
    });
  }
}

async function putInMailbox(app: App, tenantId: string, { kind, to, type, minutes }: Message, payload: MessagePayload) {
  const message = { to, type, payload, minutes, brand: await brandOf(app, tenantId, payload) };
  const template = (given: TemplateType, tag?: string) => chooseEmailTemplate(app, tenantId, given, tag);
  const mail =
    kind === 'Email'
      ? await renderMail(template, message)
      : { subject: null, content: await renderSms(message), contentType: 'text/plain' as const };
  await deliverToMailbox(app, tenantId, {
    kind,
    recipient: to,
    templateType: type,
    subject: mail.subject,
    content: mail.content,
    contentType: mail.contentType,
    payload,
  });
}

async function send(
  app: App,
  tenantId: string,
  { connector, factory, row }: OpenConnector,
  { kind, to, type, ip, minutes }: Message,
  payload: MessagePayload,
) {
  if (!isMessageConnector(connector)) {
    throw new AppError('connector.unexpected_type');
  }
  const brand = await brandOf(app, tenantId, payload);
  await use(app, factory, row.config, () => connector.sendMessage({ to, type, payload, ip, minutes, brand }));
  app.metrics.count('postern_messages_total', { kind, result: 'sent' });
  await recordSent(app, tenantId, kind);
}

/**
 * Records the message in the audit log, for the user who requested it for themselves, otherwise for the owner of the
 * address.
 */
function recordMessage(app: App, tenantId: string, message: Message, error?: unknown): void {
  const { kind, to, type, ip } = message;
  const actor = currentActor();
  recordLog(app, tenantId, {
    key: `${messageLogFamily}.${kind}`,
    payload: {
      // A notice has no template; this name is only for the audit log.
      templateType: isNotice(message) ? 'Notice' : type,
      recipient: to,
      ip,
      ...(error === undefined ? {} : { error: { code: error instanceof AppError ? error.code : 'connector.general' } }),
      ...(actor?.type === 'user' && actor.id !== '' ? { userId: actor.id } : {}),
      ...(actor?.applicationId ? { applicationId: actor.applicationId } : {}),
    },
    owner: { type: kind === 'Email' ? 'email' : 'phone', value: to },
  });
}

/**
 * Sends a message with the tenant's connector, or without one and outside production to the mailbox. Call it outside a
 * transaction, because providers are slow.
 */
export async function sendMessage(app: App, tenantId: string, message: Message): Promise<void> {
  const { kind } = message;
  const sender = await findSender(app, tenantId, kind);
  if (sender?.factory.isExternal && isNotice(message)) {
    // A third-party package only knows its own templates, and all of them contain a code.
    throw new AppError('connector.template_not_supported');
  }
  if (!sender && !hasMailbox(app)) {
    throw new AppError('connector.not_found', { values: { type: kind } });
  }
  requireRecipient(message);
  // Each change has its own notice, even in quick succession.
  const { ip, ...limited } = message;
  await takeMessage(app, tenantId, message.isFromServer ? limited : { ...limited, ip }, {
    isBurstLimited: !isNotice(message),
    isFree: !sender,
  });
  try {
    const payload = typeof message.payload === 'function' ? await message.payload() : message.payload;
    await (sender ? send(app, tenantId, sender, message, payload) : putInMailbox(app, tenantId, message, payload));
    recordMessage(app, tenantId, message);
  } catch (error) {
    recordMessage(app, tenantId, message, error);
    app.metrics.count('postern_messages_total', { kind, result: 'failed' });
    await refundMessage(app, tenantId, message);
    throw error;
  }
}
