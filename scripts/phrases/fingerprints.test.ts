import { expect, test } from 'vitest';
import { findChanged, fingerprintsIn, fingerprintsOf, store } from './fingerprints.ts';

const before = new Map([
  ['title', 'Users'],
  ['help', 'People.'],
]);
const after = new Map([
  ['title', 'Users'],
  ['help', 'People who can sign in.'],
  ['more', 'More'],
]);

test('a text is out of date once its English text has changed, until it is accepted', () => {
  const stored = store(new Map(['de', 'fr'].map((code) => [code, fingerprintsOf(code, before)])));
  expect(stored.but).toEqual({});
  const changed = (code: string, found = stored) =>
    findChanged(fingerprintsOf(code, after), fingerprintsIn(found, code), after);
  expect(changed('de')).toEqual([
    { key: 'help', isNew: false },
    { key: 'more', isNew: true },
  ]);
  const accepted = store(
    new Map([
      ['de', fingerprintsOf('de', after)],
      ['fr', fingerprintsIn(stored, 'fr')],
    ]),
  );
  expect(changed('de', accepted)).toEqual([]);
  expect(changed('fr', accepted)).toMatchObject([{ key: 'help' }]);
  expect(Object.keys(accepted.but)).toHaveLength(1);
});

test('a text that is not translated yet is missing, not out of date', () => {
  expect(findChanged(fingerprintsOf('de', after), new Map(), before)).toHaveLength(2);
});

test('a text that is its own key needs no fingerprint', () => {
  expect([...fingerprintsOf('de', new Map([['sentences.Enter text.', 'Enter text.']])).keys()]).toEqual([]);
});

test('the order of keys and languages does not change the file', () => {
  const languages = ['de', 'fr'].map((code) => [code, fingerprintsOf(code, after)] as const);
  expect(JSON.stringify(store(new Map(languages)))).toBe(JSON.stringify(store(new Map(languages.toReversed()))));
});
