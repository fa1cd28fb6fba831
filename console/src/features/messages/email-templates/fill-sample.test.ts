import { expect, test } from 'vitest';
import { fillSample } from './fill-sample.ts';

test('known values are filled in, unknown ones are left out, other braces stay', () => {
  expect(fillSample('{{code}} {{ user.name }}{{toString}}{{nothing.here}} {code} {{')).toBe(
    '123456 Ada Lovelace {code} {{',
  );
});
