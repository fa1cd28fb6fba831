import { LiveEvent } from '@postern/contracts/cloud/live';
import { expect, test } from 'vitest';
import { readEvent } from './read-events.ts';

const resumed = { kind: 'resumed', tenantId: 'acme01', tenantName: 'Acme' } as const;

test('reads an event', () => {
  expect(readEvent(JSON.stringify(resumed))).toEqual(resumed);
});

test('ignores unknown event types', () => {
  expect(readEvent('{"kind":"party"}')).toBeUndefined();
});

const about = { tenantId: 'acme01', tenantName: 'Acme' };

test.each([
  ...[null, [], {}, { kind: 1 }, { kind: 'resumed' }, { ...resumed, other: 1 }],
  { kind: 'removed', ...about, by: null, isSelf: true },
  { kind: 'deleted', ...about, by: 'Ann' },
  { kind: 'role', ...about, by: 'Ann', isSelf: false, role: 'admin' },
  { kind: 'role', ...about, by: 'Ann', isSelf: false },
  { kind: 'suspended', ...about, reason: null },
  { kind: 'suspended', ...about, reason: 1 },
  { kind: 'accountSuspended', by: 'Ann' },
  { kind: 'accountSuspended' },
])('reads %j as the schema does', (value) => {
  expect(readEvent(JSON.stringify(value))).toEqual(LiveEvent.safeParse(value).data);
});
