import { emailServiceFactoryId } from '@postern/contracts/wire';
import { z } from 'zod';
import { webAddress } from '../../kit/read-config.ts';
import { mailAddress } from '../../kit/refuse-injection.ts';
import { serviceFields, serviceItems, serviceMessage } from '../../kit/service-message.ts';

/** Text for the footer of a message. Links would let a tenant advertise with the operator's sender address. */
const withoutLinks = z
  .string()
  .max(256)
  .regex(/^[^\r\n]*$/, 'Use a single line.')
  .refine((value) => !/:\/\/|\bwww\./i.test(value), 'Links are not allowed here. Remove them.');

export const emailService = serviceMessage(
  'Email',
  {
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
    formItems: [
      ...serviceItems,
      { key: 'senderName', label: 'Sender name', type: 'Text', placeholder: 'Example' },
      {
        key: 'companyInformation',
        label: 'Company information',
        type: 'Text',
        placeholder: 'Example Ltd., 1 Example Street, London',
        description: 'Shown below the message. Links are not allowed.',
      },
      { key: 'appLogo', label: 'Logo URL', type: 'Text', placeholder: 'https://example.com/logo.png' },
    ],
  },
  {
    configGuard: z.object({
      ...serviceFields,
      senderName: withoutLinks.optional(),
      companyInformation: withoutLinks.optional(),
      appLogo: webAddress.optional(),
    }),
    scope: 'send:email',
    readRecipient: mailAddress,
    extra: ({ senderName, companyInformation, appLogo }) => ({ senderName, companyInformation, appLogo }),
  },
);
