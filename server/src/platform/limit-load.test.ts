import { expect, test } from 'vitest';
import { createLoad, defaultLoadLimits } from './limit-load.ts';

/** A load whose rounds of the event loop take as long as the test says. */
function loadWith(milliseconds: number, limits = {}) {
  return createLoad({ ...defaultLoadLimits, ...limits }, (done) => done(milliseconds));
}

/** How many of the requests are admitted. */
const admitted = (load: ReturnType<typeof createLoad>, tenantId: string, count: number) =>
  Array.from({ length: count }, () => load.admit(tenantId)).filter(Boolean).length;

test('a process that is quick refuses nothing below the highest number', () => {
  const load = loadWith(5, { most: 1000 });
  expect(admitted(load, 'a', 2000)).toBe(1000);
  load.leave('a');
  expect(admitted(load, 'b', 2)).toBe(1);
  expect(load.inFlight()).toBe(1000);
});

test('a slow process always serves a few requests', () => {
  expect(admitted(loadWith(60_000), 'a', 1000)).toBe(defaultLoadLimits.free);
});

test('a flood of one tenant is refused, and another tenant is served', () => {
  const load = loadWith(1000);
  expect(admitted(load, 'flood', 1000)).toBe(64);
  expect(admitted(load, 'other', 20)).toBe(20);
  expect(admitted(load, 'flood', 100)).toBe(0);
  for (let index = 0; index < 64; index += 1) {
    load.leave('flood');
  }
  expect(admitted(load, 'flood', 100)).toBeGreaterThanOrEqual(32);
});

test('rounds may be longer if no other tenant waits', () => {
  const between = (defaultLoadLimits.sharedMs + defaultLoadLimits.aloneMs) / 2;
  const load = loadWith(between);
  expect(admitted(load, 'a', 500)).toBe(500);
  expect(admitted(load, 'b', 10)).toBe(10);
  expect(load.admit('a')).toBe(false);
});

test('many tenants share what is allowed, and a few requests of each are served', () => {
  const load = loadWith(1000);
  const served = Array.from({ length: 100 }, (_, index) => admitted(load, `tenant ${index}`, 20));
  expect(served.slice(0, 3)).toEqual([20, 20, 20]);
  expect(Math.max(...served.slice(10))).toBe(defaultLoadLimits.freePerTenant);
  expect(load.inFlight()).toBe(256);
});
