import { expect, test } from 'vitest';
import { fromDatabaseError } from './errors.ts';

const databaseError = (code: string) =>
  Object.assign(new Error('value too long for type character varying(3)'), { code });

test('a value that is longer than its column is the mistake of the caller', () => {
  expect(fromDatabaseError(databaseError('22001'))).toMatchObject({
    status: 422,
    code: 'entity.value_too_long',
    options: { data: { message: 'value too long for type character varying(3)' } },
  });
  expect(fromDatabaseError(databaseError('22003'))).toMatchObject({ status: 422, code: 'entity.invalid_input' });
  expect(fromDatabaseError(databaseError('XX000'))).toBeUndefined();
});
