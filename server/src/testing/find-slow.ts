import { least, longestTurn, slowness } from '../platform/testing/measure.ts';

/**
 * While a request is handled, requests of all other tenants wait, so no turn of the event loop may take longer than this,
 * in milliseconds of CPU time.
 */
const limit = 50;

/** The name of a request, and what prepares it: everything that is not measured. */
export type Prepared = [name: string, prepare: () => Promise<() => Promise<{ statusCode: number }>>];

/** The names of the requests that block the event loop or fail, with the time of their longest turn. */
export async function findSlow(requests: Iterable<Prepared>) {
  const slow: string[] = [];
  let count = 0;
  for (const [name, next] of requests) {
    count += 1;
    let status = 0;
    const longest = await least(limit, async () => {
      const send = await next();
      const taken = await longestTurn(async () => {
        status = (await send()).statusCode;
      });
      return taken < limit ? taken : taken / (await slowness());
    });
    if (longest >= limit || status === 500) {
      slow.push(`${name}: ${Math.round(longest)} ms, status ${status}`);
    }
  }
  return { slow, count };
}
