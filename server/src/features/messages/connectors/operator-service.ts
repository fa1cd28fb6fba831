import { builtInMail } from '@postern/connectors/kit/built-in-messages';
import { ConnectorError } from '@postern/connectors/kit/fail';
import type { FactoryOptions, Message, ServiceSender } from '@postern/connectors/kit/interface';
import { splitAddress } from '@postern/connectors/kit/split-address';
import type { JsonObject } from '@postern/contracts/fields';
import { adminTenantId, emailServiceFactoryId } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { connectorRows, createInstance } from './instance.ts';
import { type Factory, findFactory, loadHostedEmail } from './load.ts';
import { mapError } from './map-error.ts';
import type { ConnectorRow } from './store.ts';

type OperatorSender = { row: ConnectorRow; factory: Factory };

/**
 * The connector with which the operator of the cloud edition sends email for its tenants: that of the admin tenant. A
 * package of the operator renders messages itself, so it cannot send those of tenants.
 */
async function findOperatorSender(app: App, tenantId: string): Promise<OperatorSender | undefined> {
  if (app.config.edition !== 'cloud' || tenantId === adminTenantId) {
    return undefined;
  }
  const row = (await connectorRows(app, adminTenantId)).find(({ type }) => type === 'Email');
  const factory = row && (await findFactory(app, row.connectorId));
  return factory && !factory.isExternal ? { row, factory } : undefined;
}

/**
 * The factory as the tenant sees it: the built-in email service needs no addresses and credentials where the operator
 * sends. A tenant that has entered the address of another service keeps using it.
 */
export async function findFactoryFor(
  app: App,
  tenantId: string,
  id: string,
  config: JsonObject = {},
): Promise<Factory | undefined> {
  const canBeHosted = id === emailServiceFactoryId && config.endpoint === undefined;
  return canBeHosted && (await findOperatorSender(app, tenantId)) ? loadHostedEmail() : findFactory(app, id);
}

/** The names under which connectors keep the address of the sender. */
const addressSettings = ['fromEmail', 'from', 'emailAddress', 'accountName'];

function addressOf({ config }: ConnectorRow): string | undefined {
  const value = addressSettings.map((name) => config[name]).find((one) => typeof one === 'string');
  return value === undefined ? undefined : splitAddress(String(value)).email.trim();
}

/** What the console shows next to the settings: the address that emails of the tenant come from. */
export async function describeOperator(app: App, tenantId: string): Promise<JsonObject> {
  const sender = await findOperatorSender(app, tenantId);
  const fromEmail = sender && addressOf(sender.row);
  return fromEmail ? { fromEmail } : {};
}

/** A quoted name of RFC 5322 §3.2.4, without what would end it. */
const quoted = (name: string) => `"${name.replace(/["\\<>\s\p{Cc}]+/gu, ' ').trim()}"`;

async function render(message: Message, { senderName }: ServiceSender, address: string | undefined) {
  const { subject, html, text } = await builtInMail(message);
  return {
    subject,
    content: html,
    contentType: 'text/html' as const,
    text,
    ...(senderName && address ? { sendFrom: `${quoted(senderName)} <${address}>` } : {}),
  };
}

/** The names and the logo that the tenant chose take the place of its branding. */
function withSender(message: Message, { senderName, companyInformation, appLogo }: ServiceSender): Message {
  const { brand, payload } = message;
  return {
    ...message,
    payload: { ...payload, senderName, companyInformation, appLogo },
    brand: {
      ...brand,
      ...(senderName ? { name: senderName, isOwnHost: false } : {}),
      ...(appLogo ? { logoUrl: appLogo, darkLogoUrl: undefined } : {}),
      footer: companyInformation,
    },
  };
}

const refusedForGood =
  'The mail service refused the email. Check the address of the recipient. If it is right, contact the operator.';

/** Whether another attempt would fail too: the recipient or the settings are wrong. */
const isPermanent = (error: unknown) =>
  error instanceof ConnectorError &&
  (error.isPermanent || error.code === 'invalid_request_parameters' || error.code === 'invalid_config');

/**
 * Sends an email of the tenant with the operator's connector. The texts are always the built-in ones: templates of
 * tenants could abuse the operator's address.
 */
export async function operatorService(app: App, tenantId: string): Promise<FactoryOptions['sendForTenant']> {
  const sender = await findOperatorSender(app, tenantId);
  if (!sender) {
    return undefined;
  }
  const { row, factory } = sender;
  return async (given, chosen) => {
    const message = withSender(given, chosen);
    try {
      const connector = await createInstance(app, adminTenantId, factory, row.config);
      if (connector.type === 'Email') {
        await connector.sendMessage({ ...message, rendered: await render(message, chosen, addressOf(row)) });
      }
    } catch (error) {
      // The reason concerns the operator's account and is not shown to tenants.
      app.log.error(
        { tenantId, connector: row.connectorId, err: mapError(app, factory, row.config, error) },
        'email of a tenant not sent',
      );
      throw new ConnectorError(
        'general',
        isPermanent(error) ? refusedForGood : 'The email could not be sent. Try again later.',
      );
    }
  };
}
