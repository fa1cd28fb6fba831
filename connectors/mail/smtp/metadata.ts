import type { ConnectorMetadata } from '../../kit/interface.ts';
import { mailTemplatesItem } from '../../kit/template-items.ts';

const timeouts = [
  { key: 'connectionTimeout', label: 'Connection timeout' },
  { key: 'greetingTimeout', label: 'Greeting timeout' },
  { key: 'socketTimeout', label: 'Socket timeout' },
  { key: 'dnsTimeout', label: 'DNS timeout' },
].map((item) => ({ ...item, type: 'Number' as const, description: 'In milliseconds, 30,000 at most.' }));

export const metadata: ConnectorMetadata = {
  id: 'simple-mail-transfer-protocol',
  target: 'smtp',
  platform: null,
  name: { en: 'SMTP' },
  description: {
    en: 'Sends email through any mail server.',
    de: 'Sendet E-Mails über einen beliebigen Mailserver.',
  },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'host', label: 'Host', type: 'Text', required: true, placeholder: 'smtp.example.com' },
    { key: 'port', label: 'Port', type: 'Number', required: true, placeholder: '587' },
    {
      key: 'auth',
      label: 'Credentials',
      type: 'Json',
      required: true,
      isConfidential: true,
      defaultValue: { user: '', pass: '' },
    },
    {
      key: 'fromEmail',
      label: 'Sender',
      type: 'Text',
      required: true,
      placeholder: 'Example <no-reply@example.com>',
    },
    { key: 'replyTo', label: 'Reply to', type: 'Text', placeholder: 'support@example.com' },
    mailTemplatesItem,
    {
      key: 'secure',
      label: 'TLS from the start',
      type: 'Switch',
      defaultValue: false,
      description: 'Usual on port 465.',
    },
    { key: 'requireTLS', label: 'Insist on STARTTLS', type: 'Switch' },
    { key: 'ignoreTLS', label: 'Never use STARTTLS', type: 'Switch' },
    { key: 'servername', label: 'Name in the certificate', type: 'Text' },
    { key: 'tls', label: 'TLS options', type: 'Json', isConfidential: true },
    { key: 'customHeaders', label: 'Further headers', type: 'Json' },
    { key: 'name', label: 'Name this server gives itself', type: 'Text' },
    { key: 'localAddress', label: 'Local address', type: 'Text' },
    ...timeouts,
    { key: 'logger', label: 'Logger', type: 'Switch', defaultValue: false, description: 'Without effect.' },
    { key: 'debug', label: 'Debug', type: 'Switch', defaultValue: false, description: 'Without effect.' },
    {
      key: 'disableFileAccess',
      label: 'No access to files',
      type: 'Switch',
      defaultValue: false,
      description: 'Messages never read files, whatever is chosen here.',
    },
    {
      key: 'disableUrlAccess',
      label: 'No access to addresses',
      type: 'Switch',
      defaultValue: false,
      description: 'Messages never load addresses, whatever is chosen here.',
    },
  ],
};
