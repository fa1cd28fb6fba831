import type { ConnectorMetadata } from '@postern/contracts/messages/connectors';
import { expect, test } from 'vitest';
import { localizeMetadata } from './localize.ts';

const metadata: ConnectorMetadata = {
  id: 'example',
  target: 'example',
  platform: null,
  name: { en: 'Example' },
  description: { en: 'People sign in with their Example account.' },
  logo: '',
  logoDark: null,
  readme: '',
  formItems: [
    { key: 'host', type: 'Text', label: 'Host', description: 'The host.', tooltip: 'Tip', placeholder: 'example.com' },
    {
      key: 'algorithm',
      type: 'Select',
      label: 'Algorithm',
      selectItems: [
        { value: 'RS256', title: 'RS256' },
        { value: 'a', title: 'Auto' },
      ],
    },
  ],
};

const shout = (english: string) => english.toUpperCase().replace('{{NAME}}', '{{name}}');

test('localizes what people read, and leaves names and examples', () => {
  expect(localizeMetadata(metadata, 'de', shout)).toEqual({
    ...metadata,
    description: { ...metadata.description, de: 'PEOPLE SIGN IN WITH THEIR Example ACCOUNT.' },
    formItems: [
      {
        key: 'host',
        type: 'Text',
        label: 'HOST',
        description: 'THE HOST.',
        tooltip: 'TIP',
        placeholder: 'example.com',
      },
      {
        key: 'algorithm',
        type: 'Select',
        label: 'ALGORITHM',
        selectItems: [
          { value: 'RS256', title: 'RS256' },
          { value: 'a', title: 'AUTO' },
        ],
      },
    ],
  });
});

test('keeps the translation that a package brings', () => {
  const own = { ...metadata, description: { en: 'Hello', de: 'Hallo' } };
  expect(localizeMetadata(own, 'de', shout).description).toEqual({ en: 'Hello', de: 'Hallo' });
});
