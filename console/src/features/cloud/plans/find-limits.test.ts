import { expect, test } from 'vitest';
import { RequestError } from '#platform/client/request-error.ts';
import { findLimits } from './find-limits.ts';

const refused = (code: string, message: string, data?: unknown) =>
  findLimits(new RequestError(message, { status: 403, body: { code, message, data } }));
const says = 'Status exception: Exceeded quota limit.';

test('our own error names the limit and its value', () => {
  const code = 'subscription.limit_exceeded';
  expect(refused(code, 'No.', { key: 'applicationsLimit', limit: 3, usage: 3 })).toEqual([
    { key: 'applicationsLimit', limit: 3 },
  ]);
  expect(refused(code, 'No.', { key: 'customJwtEnabled' })).toEqual([{ key: 'customJwtEnabled' }]);
});

test('errors of other servers name limits by object keys', () => {
  expect(refused('', `${says} {"hooksLimit":1,"mfaEnabled":false}`)).toEqual([
    { key: 'hooksLimit', limit: 1 },
    { key: 'mfaEnabled' },
  ]);
});

test('an error without known keys is still a plan error', () => {
  expect(refused('', says)).toEqual([]);
  expect(refused('', `${says} {"hooksLimit":`)).toEqual([]);
  expect(refused('', `${says} {"shoeSize":42}`)).toEqual([]);
  expect(refused('subscription.limit_exceeded', 'No.')).toEqual([]);
  expect(refused('subscription.limit_exceeded', 'No.', { key: 'toString' })).toEqual([]);
});

test('all other errors are not plan errors', () => {
  expect(refused('auth.forbidden', 'You may not.')).toBeUndefined();
  expect(refused('', `It said: ${says} {}`)).toBeUndefined();
  expect(findLimits(new RequestError('network', { status: 0, failure: 'network' }))).toBeUndefined();
});
