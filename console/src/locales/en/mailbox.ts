export const mailbox = {
  purpose: 'Messages that no connector sends, because this server does not run in production. Kept for a day.',
  emptyTitle: 'No messages yet',
  emptyBody:
    'Sign in, register or reset a password with a code in your application. Until a connector is set up, the message with the code shows here within seconds.',
  toConnectors: 'Set up a connector',
  show: 'Show message',
  hide: 'Hide message',
  content: 'Message to {{recipient}}',
  copyCode: 'Copy code',
  copyLink: 'Copy link',
  openLink: 'Open link',
  clear: 'Empty mailbox',
  clearTitle: 'Empty the mailbox?',
  clearBody: 'All messages are deleted. Codes in them stay valid until they expire.',
  cleared: 'Mailbox emptied',
} as const;
