import { expect, test } from 'vitest';
import { BlocklistForm, entriesIn, valuesOf } from './form.ts';

const parse = (customBlocklist: string) =>
  BlocklistForm.safeParse({
    blockDisposableAddresses: true,
    blockSubaddressing: false,
    customBlocklist,
    customAllowlist: '',
  });

test('a pasted list is read entry by entry, each once', () => {
  expect(entriesIn('a@example.com, @example.org;b@example.com\n\n@example.org\tc@example.com ')).toEqual([
    'a@example.com',
    '@example.org',
    'b@example.com',
    'c@example.com',
  ]);
});

test('stored settings survive the form', () => {
  const emailBlocklistPolicy = {
    blockDisposableAddresses: true,
    blockSubaddressing: true,
    customBlocklist: ['@example.org', 'a@example.com'],
    customAllowlist: ['*@*.example.com', 'b@example.org'],
  };
  expect(BlocklistForm.safeParse(valuesOf({ emailBlocklistPolicy })).data).toEqual(emailBlocklistPolicy);
});

test.each([
  'example.org',
  '@example',
  'a@b@example.com',
  '*@*.*',
  '*@example',
  '@*..example.com',
  `${'x'.repeat(300)}@example.com`,
])('rejects %s', (entry) => {
  expect(parse(`@example.org\n${entry}`).success).toBe(false);
});

test('rejects more entries than the server stores', () => {
  const many = Array.from({ length: 10_001 }, (_, index) => `@d${index}.example`).join('\n');
  expect(parse(many).success).toBe(false);
});
