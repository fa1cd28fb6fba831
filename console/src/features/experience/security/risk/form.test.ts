import { expect, test } from 'vitest';
import { bodyOf, valuesOf } from './form.ts';

const stored = { risk: { medium: 'allow', high: 'allow' }, newDeviceEmail: null } as const;

test('emails are on by default if there is a connector', () => {
  expect(valuesOf(stored, true).mailsNewDevices).toBe(true);
  expect(valuesOf(stored, false).mailsNewDevices).toBe(false);
  expect(valuesOf({ ...stored, newDeviceEmail: false }, true).mailsNewDevices).toBe(false);
});

test('only changed parts are sent', () => {
  const before = valuesOf(stored, true);
  expect(bodyOf(before, before)).toEqual({});
  expect(bodyOf({ ...before, high: 'refuse' }, before)).toEqual({ risk: { medium: 'allow', high: 'refuse' } });
  expect(bodyOf({ ...before, mailsNewDevices: false }, before)).toEqual({ newDeviceEmail: false });
});
