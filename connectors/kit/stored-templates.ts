import { TemplateType } from '@postern/contracts/messages/email-templates';
import { z } from 'zod';
import { ConnectorError } from './fail.ts';
import { fillTemplate } from './fill-template.ts';
import type { ConnectorMetadata, Message } from './interface.ts';
import { text } from './read-config.ts';
import { forPurpose } from './template-items.ts';

/** Providers in China approve templates for the mainland and for other countries separately. */
const TemplateCode = z.union([text, z.object({ china: text, overseas: text })]);

/** Templates that are stored at the provider, by their codes. `variables` is the format that the provider requires. */
export const storedTemplates = <T extends z.ZodType>(variables: T) =>
  z.array(z.object({ usageType: TemplateType, templateCode: TemplateCode, variables: variables.optional() })).max(100);

type StoredTemplate<V> = {
  usageType: TemplateType;
  templateCode: z.infer<typeof TemplateCode>;
  variables?: V | undefined;
};

/** The template of a message. The provider has the text, so messages without a template cannot be sent. */
export function requireStoredTemplate<V>(
  templates: readonly StoredTemplate<V>[],
  { type, payload }: Message,
  isMainland: boolean,
): { code: string; variables: V | undefined } {
  if (payload.notice) {
    throw new ConnectorError('template_not_supported', 'This provider sends approved templates only, and no notices.');
  }
  const found = forPurpose(templates, type);
  if (!found) {
    throw new ConnectorError('template_not_found', `The connector has no template for ${type}.`);
  }
  const { templateCode, variables } = found;
  const code = typeof templateCode === 'string' ? templateCode : templateCode[isMainland ? 'china' : 'overseas'];
  return { code, variables };
}

export const fillVariable = (value: string, { payload }: Message) => fillTemplate(value, payload, 'text');

export const storedTemplatesItem: NonNullable<ConnectorMetadata['formItems']>[number] = {
  key: 'templates',
  label: 'Templates',
  type: 'Json',
  required: true,
  defaultValue: [],
  placeholder: '[{ "usageType": "SignIn", "templateCode": "…" }]',
  description:
    'A list with one entry per purpose: usageType and templateCode, the code of an approved template. Purposes without an entry use the one of Generic.',
};
