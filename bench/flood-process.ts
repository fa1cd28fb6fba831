/** Started by overload.ts: sends requests over many connections until it gets a message, then reports the answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

export type Flood = {
  connections: number;
  requests: { url: string; headers: Record<string, string>; body: string }[];
  /** Waits as long as a refused request should, instead of sending the next one at once. */
  isPolite: boolean;
};

export type FloodReport = { statuses: Record<string, number>; refusedWithin: number };

let isOver = false;

async function run({ connections, requests, isPolite }: Flood): Promise<FloodReport> {
  const agent = new Agent({ connections, pipelining: 1, headersTimeout: 60_000 });
  const statuses: Record<string, number> = {};
  const refusals: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!isOver) {
        const { url, headers, body } = requests[next++ % requests.length] ?? { url: '', headers: {}, body: '' };
        const startedAt = performance.now();
        const {
          statusCode,
          headers: answered,
          body: text,
        } = await request(url, { method: 'POST', headers, body, dispatcher: agent });
        await text.dump();
        statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
        if (statusCode === 503) {
          refusals.push(performance.now() - startedAt);
          const seconds = Number(answered['retry-after']);
          if (!(seconds > 0)) {
            throw new Error('A refused request has no Retry-After.');
          }
          // Not all at the same moment.
          await sleep(isPolite && !isOver ? seconds * 1000 * (0.5 + Math.random()) : 0);
        }
      }
    }),
  );
  refusals.sort((one, two) => one - two);
  return { statuses, refusedWithin: refusals[Math.floor(refusals.length * 0.99)] ?? 0 };
}

process.on('message', async (message: Flood | 'stop') => {
  if (message === 'stop') {
    isOver = true;
    return;
  }
  process.send?.(await run(message));
  process.disconnect();
});
