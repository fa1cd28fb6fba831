import { Preferences } from '@postern/contracts/account/me';
import { Change } from '@postern/contracts/records/changes';
import { expect, test } from 'vitest';
import { readChange, readPreferences } from './read-plainly.ts';

const odd = [undefined, null, 1, 'text', true, [], {}, { other: 1 }];

test.each([
  ...odd,
  { language: 'de', appearanceMode: 'dark', mfaUpsellNoticeAcknowledged: true, other: 1 },
  { language: undefined },
  { language: 1 },
  { appearanceMode: 'pink' },
  { language: 'de', mfaUpsellNoticeAcknowledged: 'yes' },
])('preferences are read as their schema does: %j', (value) => {
  expect(readPreferences(value)).toEqual(Preferences.safeParse(value).data);
});

test.each([
  ...odd,
  { kind: 'user', id: 'a', action: 'updated', other: 1 },
  { kind: 'user', id: 'a', action: 'moved' },
  { kind: 'user', action: 'updated' },
  { kind: 1, id: 'a', action: 'updated' },
])('changes are read as their schema does: %j', (value) => {
  expect(readChange(value)).toEqual(Change.safeParse(value).data);
});
