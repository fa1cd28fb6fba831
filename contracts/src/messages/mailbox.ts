import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PageQuery } from '../fields.ts';
import { TemplateType } from './email-templates.ts';

/** The mailbox keeps at most this many messages for this long: it is for development. */
export const mailboxLimits = { messages: 200, hours: 24 } as const;

/** A message that was not sent because there is no connector and the server does not run in production. */
export const MailboxMessage = z.object({
  id: z.string(),
  kind: z.enum(['Email', 'Sms']),
  recipient: z.string(),
  templateType: TemplateType,
  subject: z.string().nullable(),
  content: z.string(),
  contentType: z.enum(['text/html', 'text/plain']),
  code: z.string().nullable(),
  link: z.string().nullable(),
  createdAt: z.number(),
});
export type MailboxMessage = z.infer<typeof MailboxMessage>;

const common = {
  auth: { kind: 'management' },
  document: 'management',
  tag: 'Mailbox',
  errors: ['request.not_found'],
} as const;

export const mailboxApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/mailbox',
    summary: 'List messages that were not sent because there is no connector. Not available in production.',
    query: PageQuery,
    paged: 'always',
    response: z.array(MailboxMessage),
    needsWrite: true,
  }),
  clear: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/mailbox',
    summary: 'Delete all messages in the mailbox. Not available in production.',
  }),
} as const;
