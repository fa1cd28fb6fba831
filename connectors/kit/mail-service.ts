import type { z } from 'zod';
import { callProvider, jsonType, type ProviderAnswer, requireAccepted } from './call-provider.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector, RenderedMail } from './interface.ts';
import { readConfig } from './read-config.ts';
import { mailAddress } from './refuse-injection.ts';
import { renderMail } from './render-message.ts';
import { type MailTemplates, mailTemplatesItem, ownMail } from './template-items.ts';

type MailService<Config extends { templates: z.infer<typeof MailTemplates> }> = {
  /** Without the item of the templates. */
  metadata: Pick<ConnectorMetadata, 'id' | 'target' | 'name' | 'description' | 'formItems'>;
  configGuard: z.ZodType<Config>;
  /** As messages to administrators call it. */
  service: string;
  endpoint: string;
  headersOf: (config: Config) => Record<string, string>;
  /** The body in the format of the service. */
  bodyOf: (mail: RenderedMail, to: string, config: Config) => object;
  /** Throws if the service accepted the request and still did not take the message. */
  check?: (answer: ProviderAnswer) => void;
};

/** The forms of a message. One that was written as text has no HTML. */
export const formsOf = ({ contentType, content, text }: RenderedMail) =>
  contentType === 'text/html' ? { html: content, plain: text } : { html: undefined, plain: content };

/** A service that takes a rendered message as JSON at one address. */
export function mailService<Config extends { templates: z.infer<typeof MailTemplates> }>({
  metadata: { formItems = [], ...named },
  configGuard,
  service,
  endpoint,
  headersOf,
  bodyOf,
  check,
}: MailService<Config>): ConnectorFactory<MessageConnector> {
  const metadata: ConnectorMetadata = {
    ...named,
    platform: null,
    logo: './logo.svg',
    logoDark: null,
    readme: './README.md',
    formItems: [...formItems, mailTemplatesItem],
  };
  return async ({ getConfig, getI18nEmailTemplate, egress }) => ({
    type: 'Email',
    metadata,
    configGuard,
    sendMessage: async (message, given) => {
      const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
      const mail = await renderMail(getI18nEmailTemplate, message, ownMail(config.templates, message.type));
      const answer = await callProvider(egress.fetch, endpoint, {
        method: 'POST',
        headers: { ...jsonType, ...headersOf(config) },
        body: JSON.stringify(bodyOf(mail, mailAddress(message.to), config)),
      });
      requireAccepted(service, answer);
      check?.(answer);
    },
  });
}
