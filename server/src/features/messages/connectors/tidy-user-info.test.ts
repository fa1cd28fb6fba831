import { expect, test } from 'vitest';
import { tidyUserInfo } from './tidy-user-info.ts';

test('an ID or address that cannot be kept as it is is left out', () => {
  const email = `${'x'.repeat(112)}@company.example.evil.example`;
  expect(tidyUserInfo({ id: 'a', email, phone: '1'.repeat(129) })).toEqual({ id: 'a' });
  expect(tidyUserInfo({ id: 'a', email: ' ada@company.example\n' })).toEqual({ id: 'a', email: 'ada@company.example' });
  expect(['a ', 'a\0', '\uD800', 'x'.repeat(257), ''].map((id) => tidyUserInfo({ id }).id)).toEqual([
    '',
    '',
    '',
    '',
    '',
  ]);
});

test('raw data of any shape can be stored', () => {
  const raw = (rawData: unknown) => tidyUserInfo({ id: 'a', rawData }).rawData;
  expect(raw({ 'n\0ame': ['\0', '\uD800', String.raw`\u0000`] })).toEqual({ name: ['', '\uFFFD', String.raw`\u0000`] });
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;
  expect(JSON.stringify(raw({ deep }))).toHaveLength(JSON.stringify({ deep: null }).length + 38);
  expect(raw({ text: 'x'.repeat(20_000) })).toBeUndefined();
});
