import { expect, test } from 'vitest';
import { takeMessages } from './event-stream.ts';

test('parses complete messages and keeps the start of the next one', () => {
  const text = ': listening\n\nid: 4\ndata: {"kind":"user"}\n\ndata: {"kind":"re';
  expect(takeMessages(text)).toEqual({ messages: ['{"kind":"user"}'], rest: 'data: {"kind":"re' });
});

test('a message split anywhere is parsed completely', () => {
  const text = 'id: 4\ndata: {"kind":"user"}\n\n';
  for (let at = 0; at < text.length; at += 1) {
    const first = takeMessages(text.slice(0, at));
    expect([...first.messages, ...takeMessages(first.rest + text.slice(at)).messages]).toEqual(['{"kind":"user"}']);
  }
});
