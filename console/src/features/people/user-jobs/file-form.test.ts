import { expect, test } from 'vitest';
import { fieldsTwice, formOf, optionsIn, optionsOf, readFirebase } from './file-form.ts';

const columns = [
  { name: 'E-Mail', field: 'primaryEmail', examples: [] },
  { name: 'a.b', field: null, examples: [] },
];

test('the guess of the server is the first choice, and columns without one are left out', () => {
  const form = formOf({ columns });
  expect(optionsOf(form, columns, true)).toEqual({
    mapping: { 'E-Mail': 'primaryEmail', 'a.b': null },
    onConflict: 'skip',
    keepIds: false,
    roleIds: [],
    isDryRun: true,
  });
});

test('what an earlier job was started with is the choice again, but for its secrets', () => {
  const sent = optionsOf(
    { ...formOf({ columns }), fields: ['-', 'customData.x'], onConflict: 'update' },
    columns,
    true,
  );
  const earlier = optionsIn({ ...sent, fileId: 'f', fileName: 'x.csv', format: 'csv' });
  expect(formOf({ columns }, earlier)).toMatchObject({ fields: ['-', 'customData.x'], onConflict: 'update' });
  expect(optionsIn({ something: 'else' })).toBeUndefined();
});

test('a field that two columns are read as is found; any number may be left out', () => {
  expect([...fieldsTwice(['name', '-', 'id', '-', 'name'])]).toEqual(['name']);
  expect([...fieldsTwice(['-', '-'])]).toEqual([]);
});

test('parameters of Firebase are all there, or not given', () => {
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
