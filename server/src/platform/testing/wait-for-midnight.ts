import { setTimeout as sleep } from 'node:timers/promises';

const day = 86_400_000;
/** Longer than any test file takes on a slow machine. */
const margin = 120_000;

// Tests depend on the current day and month, so no file starts shortly before they change.
const left = day - (Date.now() % day);
if (left < margin) {
  await sleep(left);
}
