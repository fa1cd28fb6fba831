import { emailServiceFactoryId } from '@postern/contracts/wire';
import { z } from 'zod';
import { ConnectorError } from '../../kit/fail.ts';
import type { ConnectorFactory, MessageConnector } from '../../kit/interface.ts';
import { readConfig } from '../../kit/read-config.ts';
import { mailAddress } from '../../kit/refuse-injection.ts';
import { emailServiceMetadata, senderFields, senderItems } from './index.ts';

const configGuard = z.object(senderFields);

const metadata = { ...emailServiceMetadata, readme: './HOSTED.md', formItems: senderItems };

/** The same service where this server is run by the operator: it needs no addresses and credentials. */
export const hostedEmailService: ConnectorFactory<MessageConnector> = async ({ getConfig, sendForTenant }) => ({
  type: 'Email',
  metadata,
  configGuard,
  // Mail programs of the recipients load the logo.
  uncalledSettings: ['appLogo'],
  sendMessage: async (message, given) => {
    const sender = readConfig(configGuard, given ?? (await getConfig(emailServiceFactoryId)));
    if (!sendForTenant) {
      throw new ConnectorError('general', 'The operator does not send email at the moment.');
    }
    await sendForTenant({ ...message, to: mailAddress(message.to) }, sender);
  },
});
