import { expect, test } from 'vitest';
import { checkRecord } from './check-record.ts';

test('reports what to do about an invalid value instead of the schema error', () => {
  const fields = new Map<string, unknown>([
    ['username', 'ada'],
    ['identities', '{"github": {"userId": 7}, "google": {}}'],
  ]);
  const { findings } = checkRecord(2, fields, { keepIds: false });
  expect(findings).toMatchObject([
    { code: 'user_import.value_invalid', field: 'identities.github.userId', details: 'Enter text.' },
    { code: 'user_import.value_invalid', field: 'identities.google.userId', details: 'Enter a value.' },
  ]);
});
