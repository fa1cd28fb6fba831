import { expect, test } from 'vitest';
import { checkRecord } from './check-record.ts';

test('a value that does not fit comes with what to do, and not with the text of the schema', () => {
  const fields = new Map<string, unknown>([
    ['username', 'ada'],
    ['identities', '{"github": {"userId": 7}, "google": {}}'],
  ]);
  const { findings } = checkRecord(2, fields, { keepIds: false });
  expect(findings).toMatchObject([
    { code: 'user_import.value_invalid', field: 'identities.github.userId', details: 'Enter a text.' },
    { code: 'user_import.value_invalid', field: 'identities.google.userId', details: 'Enter a value.' },
  ]);
});
