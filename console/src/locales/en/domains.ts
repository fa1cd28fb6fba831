export const domains = {
  purpose: 'Let people sign in on your own domain, for example auth.example.com.',
  title: 'Domains',
  help: 'Sign-in pages, links and tokens use the domain when a request comes by it. The default domain stays valid.',
  add: 'Add domain',
  added: 'Domain added',
  addHelp: 'After adding it, create the DNS record that is shown, at the provider of your domain.',
  domain: 'Domain',
  none: 'No custom domains yet.',
  deleted: 'Domain deleted',
  deleteWhat: 'Delete {{name}}',
  deleteTitle: 'Delete {{name}}?',
  deleteBody:
    'The domain stops working at once. Applications that use it as their endpoint can no longer sign people in, and passkeys that were created on it can no longer be used.',
  records: 'DNS records of {{name}}',
  columns: { type: 'Type', name: 'Name', value: 'Value' },
  copyName: 'Copy name',
  copyValue: 'Copy value',
  lastCheck: 'Last check: {{message}}',
  statuses: {
    PendingVerification: {
      name: 'Waiting for DNS',
      help: 'Create this record at the provider of your domain. It can take some hours until it is visible everywhere.',
    },
    PendingSsl: {
      name: 'Waiting for certificate',
      help: 'The DNS record is right. The certificate is being issued.',
    },
    Active: {
      name: 'Active',
      help: 'People can sign in on this domain. Keep the record: the domain is no longer served without it.',
    },
    Error: {
      name: 'Not working',
      help: 'The domain is not served. Correct the record; the domain becomes active again by itself.',
    },
  },
  default: {
    title: 'Default domain',
    help: 'Always works, also next to custom domains.',
    endpoint: 'Endpoint',
  },
  shown: 'Domain',
  shownHelp: 'The addresses below are shown for this domain.',
  howTo: 'How custom domains work',
} as const;
