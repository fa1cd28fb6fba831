import { expect, test } from 'vitest';
import { RequestError } from '#platform/client/request-error.ts';
import { findLimits } from './find-limits.ts';

const refused = (code: string, message: string, data?: unknown) =>
  findLimits(new RequestError(message, { status: 403, body: { code, message, data } }));
const says = 'Status exception: Exceeded quota limit.';

test('our own refusal names the limit and what it allows', () => {
  const code = 'subscription.limit_exceeded';
  expect(refused(code, 'No.', { key: 'applicationsLimit', limit: 3, usage: 3 })).toEqual([
    { key: 'applicationsLimit', limit: 3 },
  ]);
  expect(refused(code, 'No.', { key: 'customJwtEnabled' })).toEqual([{ key: 'customJwtEnabled' }]);
});

test('the words of other servers name limits by the keys of an object', () => {
  expect(refused('', `${says} {"hooksLimit":1,"mfaEnabled":false}`)).toEqual([
    { key: 'hooksLimit', limit: 1 },
    { key: 'mfaEnabled' },
  ]);
});

test('a refusal that names nothing known is still one of the plan', () => {
  expect(refused('', says)).toEqual([]);
  expect(refused('', `${says} {"hooksLimit":`)).toEqual([]);
  expect(refused('', `${says} {"shoeSize":42}`)).toEqual([]);
  expect(refused('subscription.limit_exceeded', 'No.')).toEqual([]);
  expect(refused('subscription.limit_exceeded', 'No.', { key: 'toString' })).toEqual([]);
});

test('every other refusal is none of the plan', () => {
  expect(refused('auth.forbidden', 'You may not.')).toBeUndefined();
  expect(refused('', `It said: ${says} {}`)).toBeUndefined();
  expect(findLimits(new RequestError('network', { status: 0, failure: 'network' }))).toBeUndefined();
});
