export const mailbox = {
  purpose:
    'Messages that were not sent because no connector is set up. Available outside production only. Messages are stored for one day.',
  emptyTitle: 'No messages yet',
  emptyBody:
    'Sign in, register or reset a password with a code in your application. Until a connector is set up, the message appears here within seconds.',
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
