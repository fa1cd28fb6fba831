import { httpMessage } from '../../kit/http-message.ts';
import { phoneNumber } from '../../kit/refuse-injection.ts';

export const httpSms = httpMessage(
  'Sms',
  {
    id: 'http-sms',
    target: 'http-sms',
    name: { en: 'HTTP SMS' },
    description: {
      en: 'Hands text messages to an HTTP endpoint of your own.',
    },
  },
  phoneNumber,
);
