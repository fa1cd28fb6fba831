import { expect, test } from 'vitest';
import { readEvent } from './read-events.ts';

const resumed = { kind: 'resumed', tenantId: 'acme01', tenantName: 'Acme' } as const;

test('reads an event', () => {
  expect(readEvent(JSON.stringify(resumed))).toEqual(resumed);
});

test('ignores unknown event types', () => {
  expect(readEvent('{"kind":"party"}')).toBeUndefined();
});
