import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { AwsV4Signer } from 'aws4fetch';
import { streamQueue } from '#features/records/audit';
import type { TestApp } from '#testing/test-app';

type Received = { method: string; path: string; headers: IncomingHttpHeaders; raw: Buffer };

/** A receiver on localhost. `respond` may be replaced at any time. */
export async function startReceiver() {
  const received: Received[] = [];
  const ok = (_: Received, response: ServerResponse): void => void response.writeHead(200).end('ok');
  const self = {
    url: '',
    received,
    respond: ok,
    ok,
    clear() {
      received.length = 0;
      self.respond = ok;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) {
      parts.push(part as Buffer);
    }
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, raw: Buffer.concat(parts) };
    received.push(one);
    self.respond(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return self;
}
export type StreamReceiver = Awaited<ReturnType<typeof startReceiver>>;

// biome-ignore lint/suspicious/noExplicitAny: tests know the shape of the entries
type Json = any;

const isGzip = (raw: Buffer) => raw[0] === 0x1f && raw[1] === 0x8b;

/** The entries of a request: lines, a compressed object, or log records. */
export function entriesIn({ raw }: Pick<Received, 'raw'>): Json[] {
  const text = (isGzip(raw) ? gunzipSync(raw) : raw).toString();
  if (text.startsWith('{"resourceLogs"')) {
    return JSON.parse(text).resourceLogs[0].scopeLogs[0].logRecords;
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

export const sequencesOf = (requests: readonly Received[]): number[] =>
  requests.flatMap((one) => entriesIn(one).map(({ sequence }) => sequence as number));

/** The storage checks the signature with the library that clients of S3 use, for its own copy of the secret. */
export async function isSigned(url: string, one: Received, keys: { accessKeyId: string; secretAccessKey: string }) {
  const { authorization = '', 'x-amz-date': datetime, 'x-amz-content-sha256': digest = '' } = one.headers;
  const signer = new AwsV4Signer({
    ...keys,
    method: one.method,
    url: `${url}${one.path}`,
    headers: { 'content-type': String(one.headers['content-type']), 'x-amz-content-sha256': String(digest) },
    body: new Uint8Array(one.raw),
    service: 's3',
    region: 'eu-central-1',
    datetime: String(datetime),
  });
  return (await signer.sign()).headers.get('authorization') === authorization;
}

/** Makes streams due that wait for a retry or collect entries, as if the time had passed, and sends. */
export async function passTime(app: TestApp): Promise<void> {
  await app.app.tenancy.system(async (db) => {
    await db.updateTable('log_streams').set({ next_at: null }).execute();
    await db
      .updateTable('jobs')
      .set({ due_at: new Date(0) })
      .where('queue', '=', streamQueue)
      .where('lease', 'is', null)
      .execute();
  });
  await app.worker.drain();
}
