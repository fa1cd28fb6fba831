import { smsServiceFactoryId } from '@postern/contracts/wire';
import { z } from 'zod';
import { phoneNumber } from '../../kit/refuse-injection.ts';
import { serviceFields, serviceItems, serviceMessage } from '../../kit/service-message.ts';

export const smsService = serviceMessage(
  'Sms',
  {
    id: smsServiceFactoryId,
    target: smsServiceFactoryId,
    platform: null,
    name: { en: 'Built-in SMS service' },
    description: {
      en: 'Sends text messages through the service of the operator.',
    },
    logo: './logo.svg',
    logoDark: null,
    readme: './README.md',
    formItems: serviceItems,
  },
  { configGuard: z.object(serviceFields), scope: 'send:sms', readRecipient: phoneNumber, extra: () => ({}) },
);
