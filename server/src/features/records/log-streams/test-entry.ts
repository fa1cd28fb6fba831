import type { LogStreamTest } from '@postern/contracts/records/log-streams';
import type { App } from '#platform/app';
import { batchOf, sendBatch } from './send.ts';
import type { StreamTarget } from './target.ts';

const shownCharacters = 1000;

/** An entry that is not part of the log: its number is 0, and its hash is empty. */
const testEntry = () => ({
  seq: 0,
  id: 'test',
  key: 'LogStream.Test',
  payload: { key: 'LogStream.Test', result: 'Success' as const },
  createdAt: Date.now(),
  hash: '',
});

export async function sendTestEntry(
  app: App,
  owner: { tenantId: string; streamId: string },
  target: StreamTarget,
): Promise<LogStreamTest> {
  const batch = batchOf(owner, target, [testEntry()]);
  if (!batch) {
    throw new Error('A batch has at least one entry.');
  }
  const { isDelivered, response, error, durationMs } = await sendBatch(app, owner, target, batch);
  return {
    isDelivered,
    status: response?.statusCode ?? null,
    body: response?.body.slice(0, shownCharacters) ?? null,
    error: error ?? null,
    durationMs,
  };
}
