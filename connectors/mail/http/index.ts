import { httpMessage } from '../../kit/http-message.ts';
import { mailAddress } from '../../kit/refuse-injection.ts';

export const httpMail = httpMessage(
  'Email',
  {
    id: 'http-email',
    target: 'http-email',
    name: { en: 'HTTP Email' },
    description: {
      en: 'Hands email to an HTTP endpoint of your own.',
      de: 'Übergibt E-Mails an einen eigenen HTTP-Endpunkt.',
    },
  },
  mailAddress,
);
