import { describe, expect, test } from 'vitest';
import { bodyOf, fieldOf, LimitsForm, valuesOf } from './form.ts';
import { nearLimits } from './used-limits.ts';

const empty = { emailHour: '', emailDay: '', smsHour: '', smsDay: '' };
const none = { hour: null, day: null };

test('an empty field means the default, and a number is sent as such', () => {
  expect(bodyOf(LimitsForm.parse({ ...empty, smsHour: ' 50 ' }))).toEqual({
    email: none,
    sms: { hour: 50, day: null },
  });
  expect(valuesOf({ email: none, sms: { hour: 50, day: null } })).toEqual({ ...empty, smsHour: '50' });
});

test.each(['0', '-1', '1.5', 'many', '10000001'])('%s is no limit', (emailDay) => {
  expect(LimitsForm.safeParse({ ...empty, emailDay }).success).toBe(false);
});

test('a refused value is shown at its field', () => {
  expect([fieldOf('sms.hour'), fieldOf('email.day')]).toEqual(['smsHour', 'emailDay']);
});

describe('nearly used limits', () => {
  const effective = { email: { hour: 10, day: 100 }, sms: { hour: 5, day: 5 } };
  const limits = { email: none, sms: none };
  test('are those of which four fifths are used', () => {
    const used = { email: { hour: 7, day: 80 }, sms: { hour: 9, day: 3 } };
    expect(nearLimits({ limits, effective, used })).toEqual([
      { name: 'smsHour', used: 9, limit: 5 },
      { name: 'emailDay', used: 80, limit: 100 },
    ]);
  });
});
