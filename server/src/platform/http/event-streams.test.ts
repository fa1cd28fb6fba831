import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEventStreams } from './event-streams.ts';

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

async function readAll(content: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const part of content) {
    text += String(part);
  }
  return text;
}

test('a stream ends when the token expires', async () => {
  const streams = createEventStreams<string>();
  const content = streams.open('acme', 'ada', { endsAt: Date.now() + 60_000 });
  const text = readAll(content);
  vi.advanceTimersByTime(59_000);
  expect(streams.all()).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(streams.all()).toHaveLength(0);
  expect(await text).toBe(`: listening\n\n${': still here\n\n'.repeat(2)}`);
});

test('a stream without an expiry ends after fifteen minutes', () => {
  const streams = createEventStreams<string>();
  streams.open('acme', 'ada').resume();
  vi.advanceTimersByTime(15 * 60_000 - 1);
  expect(streams.all()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(streams.all()).toHaveLength(0);
});

test('no timer runs while no stream is open', () => {
  let beats = 0;
  const streams = createEventStreams<string>(() => {
    beats += 1;
  });
  vi.advanceTimersByTime(60_000);
  expect([beats, vi.getTimerCount()]).toEqual([0, 0]);
  streams.open('acme', 'ada').resume();
  vi.advanceTimersByTime(25_000);
  expect(beats).toBe(1);
  streams.endAll();
  expect(vi.getTimerCount()).toBe(0);
});

test('a reader that is too far behind is disconnected', () => {
  const streams = createEventStreams<string>();
  const content = streams.open('acme', 'ada');
  const [stream] = streams.of('acme');
  stream?.send('x'.repeat(60_000));
  expect(content.destroyed).toBe(false);
  stream?.send('x'.repeat(10_000));
  expect(content.destroyed).toBe(true);
  expect(streams.groups()).toEqual([]);
});

test('a stream that opens after the stop ends at once', async () => {
  const streams = createEventStreams<string>();
  const before = readAll(streams.open('acme', 'ada'));
  streams.stop();
  const after = readAll(streams.open('acme', 'ada', { first: 'data: 1\n\n' }));
  expect([await before, await after]).toEqual([': listening\n\n', ': listening\n\ndata: 1\n\n']);
  expect([streams.all().length, vi.getTimerCount()]).toEqual([0, 0]);
});
