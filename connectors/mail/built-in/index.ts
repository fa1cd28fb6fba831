import { emailServiceFactoryId } from '@postern/contracts/wire';
import { z } from 'zod';
import type { ConnectorMetadata } from '../../kit/interface.ts';
import { namesAddress } from '../../kit/names-address.ts';
import { webAddress } from '../../kit/read-config.ts';
import { mailAddress } from '../../kit/refuse-injection.ts';
import { serviceFields, serviceItems, serviceMessage } from '../../kit/service-message.ts';

/** Text for the footer of a message. Links would let a tenant advertise with the operator's sender address. */
const withoutLinks = z
  .string()
  .max(256)
  .regex(/^[^\r\n]*$/, 'Use a single line.')
  .refine((value) => !namesAddress(value), 'Links are not allowed here. Remove them.');

export const senderFields = {
  senderName: withoutLinks.optional(),
  companyInformation: withoutLinks.optional(),
  appLogo: webAddress.optional(),
};

export const senderItems: NonNullable<ConnectorMetadata['formItems']> = [
  { key: 'senderName', label: 'Sender name', type: 'Text', placeholder: 'Example' },
  {
    key: 'companyInformation',
    label: 'Company information',
    type: 'Text',
    placeholder: 'Example Ltd., 1 Example Street, London',
    description: 'Shown below the message. Links are not allowed.',
  },
  { key: 'appLogo', label: 'Logo URL', type: 'Text', placeholder: 'https://example.com/logo.png' },
];

export const emailServiceMetadata: ConnectorMetadata = {
  id: emailServiceFactoryId,
  target: emailServiceFactoryId,
  platform: null,
  name: { en: 'Built-in email service' },
  description: {
    en: 'Sends email through the service of the operator.',
  },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [...serviceItems, ...senderItems],
};

export const emailService = serviceMessage('Email', emailServiceMetadata, {
  configGuard: z.object({ ...serviceFields, ...senderFields }),
  scope: 'send:email',
  readRecipient: mailAddress,
  extra: ({ senderName, companyInformation, appLogo }) => ({ senderName, companyInformation, appLogo }),
});
