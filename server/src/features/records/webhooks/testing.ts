import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import type { TestApp } from '#testing/test-app';
import { deliverQueue, silentQueue } from './subscribe.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests know the shape of the payloads
type Json = any;

export type Received = { headers: IncomingHttpHeaders; body: string; json: Json; path: string };

/** An endpoint for webhooks on localhost. `respond` may be replaced at any time. */
export async function startReceiver() {
  const received: Received[] = [];
  const ok = (_: Received, response: ServerResponse): void => void response.writeHead(200).end('ok');
  const self = {
    url: '',
    received,
    respond: ok,
    ok,
    nothing: { headers: {}, body: '', json: {}, path: '' } as Received,
    /** The events that have arrived, in order. */
    events: () => received.map(({ json }) => json.event as string),
    clear() {
      received.length = 0;
      self.respond = ok;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) {
      parts.push(part as Buffer);
    }
    const body = Buffer.concat(parts).toString();
    const one = { headers: request.headers, body, json: body === '' ? {} : JSON.parse(body), path: request.url ?? '' };
    received.push(one);
    self.respond(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return self;
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export const answer =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  (_: Received, response: ServerResponse): void =>
    void response.writeHead(status, headers).end(body);

/** Makes everything due that waits for a retry, as if the time had passed, and sends it. */
export async function passTime(app: TestApp): Promise<void> {
  await app.app.tenancy.system(async (db) => {
    const past = new Date(0);
    await db.updateTable('hooks').set({ paused_until: null }).execute();
    await db.updateTable('webhook_deliveries').set({ next_at: past }).where('dead_at', 'is', null).execute();
    await db
      .updateTable('jobs')
      .set({ due_at: past })
      .where('queue', 'in', [deliverQueue, silentQueue])
      .where('lease', 'is', null)
      .execute();
  });
  await app.worker.drain();
}

export const deliveriesOf = async (app: TestApp, token: string, id: string, state?: 'waiting' | 'dead') =>
  (await app.call(webhooksApi.deliveries, { token, params: { id }, query: state ? { state } : {} })).body;
