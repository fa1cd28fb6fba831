import { expect, test } from 'vitest';
import { fieldsTwice, formOf, optionsIn, optionsOf, readFirebase } from './file-form.ts';

const columns = [
  { name: 'E-Mail', field: 'primaryEmail', examples: [] },
  { name: 'a.b', field: null, examples: [] },
];

test("the server's suggestion is preselected, and columns without one are skipped", () => {
  const form = formOf({ columns });
  expect(optionsOf(form, columns, true)).toEqual({
    mapping: { 'E-Mail': 'primaryEmail', 'a.b': null },
    onConflict: 'skip',
    keepIds: false,
    roleIds: [],
    isDryRun: true,
  });
});

test('the options of an earlier job are preselected, except secrets', () => {
  const sent = optionsOf(
    { ...formOf({ columns }), fields: ['-', 'customData.x'], onConflict: 'update' },
    columns,
    true,
  );
  const earlier = optionsIn({ ...sent, fileId: 'f', fileName: 'x.csv', format: 'csv' });
  expect(formOf({ columns }, earlier)).toMatchObject({ fields: ['-', 'customData.x'], onConflict: 'update' });
  expect(optionsIn({ something: 'else' })).toBeUndefined();
});

test('finds a field that two columns are mapped to; any number may be skipped', () => {
  expect([...fieldsTwice(['name', '-', 'id', '-', 'name'])]).toEqual(['name']);
  expect([...fieldsTwice(['-', '-'])]).toEqual([]);
});

test('Firebase parameters are complete or absent', () => {
  const given = { signerKey: 'YWJj', saltSeparator: 'Bw==', rounds: '8', memCost: '14' };
  expect(readFirebase({ ...given, signerKey: '', saltSeparator: '' })).toBeUndefined();
  expect(readFirebase({ ...given, signerKey: '' })).toBe(false);
  expect(readFirebase({ ...given, rounds: 'x' })).toBe(false);
  expect(readFirebase({ ...given, signerKey: ' YWJj\n' })).toEqual({
    signerKey: 'YWJj',
    saltSeparator: 'Bw==',
    rounds: 8,
    memCost: 14,
  });
});
