import type { ConnectorFormItem, ConnectorMetadata } from '@postern/contracts/messages/connectors';
import { emailServiceFactoryId, smsServiceFactoryId } from '@postern/contracts/wire';

/** Names of other connectors are those of their providers, the same in every language. */
const named: readonly string[] = [emailServiceFactoryId, smsServiceFactoryId];

type Say = (english: string) => string;

function localizeItem(item: ConnectorFormItem, say: Say): ConnectorFormItem {
  const texts = {
    label: say(item.label),
    ...(item.description === undefined ? {} : { description: say(item.description) }),
    ...(item.tooltip === undefined ? {} : { tooltip: say(item.tooltip) }),
  };
  if (item.type === 'Select') {
    // A title that equals the value is the name of something.
    const selectItems = item.selectItems.map((one) =>
      one.title.toLowerCase() === one.value.toLowerCase() ? one : { ...one, title: say(one.title) },
    );
    return { ...item, ...texts, selectItems };
  }
  return { ...item, ...texts };
}

/** The metadata with texts in another language. Descriptions that differ only in the name of the provider are one text. */
export function localizeMetadata<M extends ConnectorMetadata>(metadata: M, language: string, say: Say): M {
  const { id, name, description, formItems } = metadata;
  const described = say(description.en.replace(` ${name.en} `, ' {{name}} ')).replace('{{name}}', () => name.en);
  return {
    ...metadata,
    name: named.includes(id) ? { [language]: say(name.en), ...name } : name,
    // The package of a connector may bring its own translation.
    description: { [language]: described, ...description },
    ...(formItems ? { formItems: formItems.map((item) => localizeItem(item, say)) } : {}),
  };
}
