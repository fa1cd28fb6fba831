import { z } from 'zod';
import { basic, callProvider, formType, requireAccepted } from '../../kit/call-provider.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from '../../kit/interface.ts';
import { readConfig, text } from '../../kit/read-config.ts';
import { phoneNumber } from '../../kit/refuse-injection.ts';
import { renderSms } from '../../kit/render-message.ts';
import { ownSms, SmsTemplates, smsTemplatesItem } from '../../kit/template-items.ts';

const origin = 'https://api.twilio.com';

const metadata: ConnectorMetadata = {
  id: 'twilio-short-message-service',
  target: 'twilio-sms',
  platform: null,
  name: { en: 'Twilio SMS Service' },
  description: { en: 'Sends text messages through Twilio.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'accountSID', label: 'Account SID', type: 'Text', required: true, placeholder: 'AC…' },
    { key: 'authToken', label: 'Auth token', type: 'Text', required: true, isConfidential: true },
    {
      key: 'fromMessagingServiceSID',
      label: 'Messaging service SID',
      type: 'Text',
      required: true,
      placeholder: 'MG…',
    },
    {
      key: 'disableRiskCheck',
      label: 'Skip Twilio fraud check',
      type: 'Switch',
      defaultValue: false,
    },
    smsTemplatesItem,
  ],
};

const configGuard = z.object({
  accountSID: text.regex(/^\w+$/),
  authToken: text,
  fromMessagingServiceSID: text,
  disableRiskCheck: z.boolean().optional(),
  templates: SmsTemplates,
});

export const twilio: ConnectorFactory<MessageConnector> = async ({ getConfig, egress }) => ({
  type: 'Sms',
  metadata,
  configGuard,
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const answer = await callProvider(
      egress.fetch,
      `${origin}/2010-04-01/Accounts/${config.accountSID}/Messages.json`,
      {
        method: 'POST',
        headers: { ...formType, authorization: basic(config.accountSID, config.authToken) },
        body: new URLSearchParams({
          To: phoneNumber(message.to),
          MessagingServiceSid: config.fromMessagingServiceSID,
          Body: await renderSms(message, ownSms(config.templates, message.type)),
          ...(config.disableRiskCheck ? { RiskCheck: 'disable' } : {}),
        }).toString(),
      },
    );
    requireAccepted('Twilio', answer);
  },
});
