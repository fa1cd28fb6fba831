import { setTimeout as sleep } from 'node:timers/promises';

const day = 86_400_000;
/** Longer than any file takes on a slow machine. */
const margin = 120_000;

// Tests speak of today, this month and yesterday; no file begins when these are about to change.
const left = day - (Date.now() % day);
if (left < margin) {
  await sleep(left);
}
