import { httpMessage } from '../../kit/http-message.ts';
import { mailAddress } from '../../kit/refuse-injection.ts';

export const httpMail = httpMessage(
  'Email',
  {
    id: 'http-email',
    target: 'http-email',
    name: { en: 'HTTP Email' },
    description: {
      en: 'Sends email to your own HTTP endpoint.',
    },
  },
  mailAddress,
);
