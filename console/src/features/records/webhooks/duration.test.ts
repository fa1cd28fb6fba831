import { expect, test } from 'vitest';
import { durationIn } from './duration.ts';

test('shows milliseconds, and seconds with one decimal', () => {
  const duration = durationIn('en');
  expect([duration(0), duration(182.4), duration(1000), duration(2410)]).toEqual([
    '0 ms',
    '182 ms',
    '1 sec',
    '2.4 sec',
  ]);
});
