import { expect, test } from 'vitest';
import { takeEvents } from './read-events.ts';

const resumed = { kind: 'resumed', tenantId: 'acme01', tenantName: 'Acme' } as const;

test('whole messages are events, the beginning of the next one waits', () => {
  const text = `: listening\n\ndata: ${JSON.stringify(resumed)}\n\ndata: {"kind":"re`;
  expect(takeEvents(text)).toEqual({ events: [resumed], rest: 'data: {"kind":"re' });
});

test('a message that is cut anywhere arrives whole', () => {
  const text = `data: ${JSON.stringify(resumed)}\n\n`;
  for (let at = 0; at < text.length; at += 1) {
    const first = takeEvents(text.slice(0, at));
    expect([...first.events, ...takeEvents(first.rest + text.slice(at)).events]).toEqual([resumed]);
  }
});

test('an unknown kind of event is passed over', () => {
  expect(takeEvents('data: {"kind":"party"}\n\n')).toEqual({ events: [], rest: '' });
});
