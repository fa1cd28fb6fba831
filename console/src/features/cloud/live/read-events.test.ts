import { expect, test } from 'vitest';
import { takeEvents } from './read-events.ts';

const resumed = { kind: 'resumed', tenantId: 'acme01', tenantName: 'Acme' } as const;

test('parses complete messages and keeps the start of the next one', () => {
  const text = `: listening\n\ndata: ${JSON.stringify(resumed)}\n\ndata: {"kind":"re`;
  expect(takeEvents(text)).toEqual({ events: [resumed], rest: 'data: {"kind":"re' });
});

test('a message split anywhere is parsed completely', () => {
  const text = `data: ${JSON.stringify(resumed)}\n\n`;
  for (let at = 0; at < text.length; at += 1) {
    const first = takeEvents(text.slice(0, at));
    expect([...first.events, ...takeEvents(first.rest + text.slice(at)).events]).toEqual([resumed]);
  }
});

test('ignores unknown event types', () => {
  expect(takeEvents('data: {"kind":"party"}\n\n')).toEqual({ events: [], rest: '' });
});
