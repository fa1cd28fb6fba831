import { expect, test } from 'vitest';
import { fillSample } from './fill-sample.ts';

test('fills known values, removes unknown ones, and keeps other braces', () => {
  expect(fillSample('{{code}} {{ user.name }}{{toString}}{{nothing.here}} {code} {{')).toBe(
    '123456 Ada Lovelace {code} {{',
  );
});
