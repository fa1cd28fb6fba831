import { expect, test, vi } from 'vitest';
import { awaitHandOver, handOver } from './tab-channel.ts';

test('hands over to exactly one tab that waits for this code', async () => {
  const went: string[] = [];
  const stops = ['a', 'b'].map((tab) => awaitHandOver('right', tab, () => went.push(tab)));
  const other = awaitHandOver('other', 'c', () => went.push('c'));
  expect(await handOver('right')).toBe(true);
  await vi.waitFor(() => expect(went).toHaveLength(1));
  expect(['a', 'b']).toContain(went[0]);
  for (const stop of [...stops, other]) {
    stop();
  }
});

test('hands over nothing when no tab waits or the tab has stopped waiting', async () => {
  const proceed = vi.fn();
  awaitHandOver('left', 'a', proceed)();
  expect(await handOver('left', 20)).toBe(false);
  expect(proceed).not.toHaveBeenCalled();
});

test('the tab of the link continues when channels are not supported', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  expect(() => awaitHandOver('id', 'a', () => undefined)()).not.toThrow();
  expect(await handOver('id')).toBe(false);
  vi.unstubAllGlobals();
});
