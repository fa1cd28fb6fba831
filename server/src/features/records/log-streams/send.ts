import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { webhookUserAgent } from '@postern/contracts/wire';
import { AwsClient } from 'aws4fetch';
import { z } from 'zod';
import { signatureHeaders } from '#features/records/webhooks';
import type { App } from '#platform/app';
import { callEndpoint, type EndpointCall, type EndpointResult } from '#platform/egress/call-endpoint';
import type { StreamedEntry } from './deliver.store.ts';
import { type Batch, lineOf, otlpBody, recordOf, takeBatch } from './format.ts';
import { type StreamTarget, secretValues } from './target.ts';

/** Entries of one request. */
export const maxBatchEntries = 500;
export const maxBatchBytes = 1024 * 1024;

type Owner = { tenantId: string; streamId: string };

/** The next request of a stream; undefined without entries. */
export function batchOf({ tenantId }: Owner, { type }: StreamTarget, entries: StreamedEntry[]): Batch | undefined {
  const print = type === 'otlp' ? recordOf : (entry: StreamedEntry) => lineOf(tenantId, entry);
  return takeBatch(entries, print, maxBatchBytes);
}

type Call = Omit<EndpointCall, 'secrets'>;

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

function webhookCall({ streamId }: Owner, { config, secrets }: StreamTarget, batch: Batch): Call {
  const body = batch.parts.join('');
  const signature = signatureHeaders({
    deliveryId: `${streamId}-${batch.first.seq}-${batch.last.seq}`,
    body,
    signingKey: secrets.signingKey ?? '',
    at: Date.now(),
  });
  const own = { 'content-type': 'application/x-ndjson', ...signature };
  return { url: config.url, headers: { 'user-agent': webhookUserAgent, ...secrets.headers, ...own }, body };
}

function otlpCall({ tenantId }: Owner, { config, secrets }: StreamTarget, batch: Batch): Call {
  const headers = { 'user-agent': 'postern', ...secrets.headers, 'content-type': 'application/json' };
  return { url: `${withoutSlash(config.url)}/v1/logs`, headers, body: otlpBody(tenantId, batch.parts) };
}

const PartialSuccess = z.object({
  partialSuccess: z.object({ rejectedLogRecords: z.coerce.number().int().nonnegative() }),
});

/** Records that an OpenTelemetry receiver rejected although it accepted the request. They must not be sent again. */
export function rejectedIn(body = ''): number {
  try {
    return PartialSuccess.safeParse(JSON.parse(body)).data?.partialSuccess.rejectedLogRecords ?? 0;
  } catch {
    // The specification asks for JSON, but the status alone decides on success.
    return 0;
  }
}

/** Enough digits for every number, so that names sort in the order of the entries. */
const digits = 16;

/** A batch that is sent again starts with the same entry, so it replaces its object. */
export function objectName({ streamId }: Owner, prefix: string, { first }: Pick<Batch, 'first'>): string {
  const day = new Date(first.createdAt).toISOString().slice(0, 10);
  return `${prefix}${streamId}/${day}/${String(first.seq).padStart(digits, '0')}.jsonl.gz`;
}

function objectUrl({ config }: StreamTarget, name: string): string {
  const { url, bucket = '', pathStyle } = config;
  if (pathStyle) {
    return `${withoutSlash(url)}/${bucket}/${name}`;
  }
  const host = new URL(url);
  host.hostname = `${bucket}.${host.hostname}`;
  return `${withoutSlash(host.href)}/${name}`;
}

const compress = promisify(gzip);

async function s3Call(owner: Owner, target: StreamTarget, batch: Batch): Promise<Call> {
  const { region = '', accessKeyId = '', prefix = '' } = target.config;
  const { secretAccessKey = '' } = target.secrets;
  const url = objectUrl(target, objectName(owner, prefix, batch));
  const body = new Uint8Array(await compress(batch.parts.join('')));
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const signed = await client.sign(url, {
    method: 'PUT',
    body,
    headers: {
      'content-type': 'application/gzip',
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    },
  });
  return { method: 'PUT', url, headers: Object.fromEntries(signed.headers), body };
}

/** Sends one batch. Throws only if `stopping` aborts. */
export async function sendBatch(
  { egress }: Pick<App, 'egress'>,
  owner: Owner,
  target: StreamTarget,
  batch: Batch,
  stopping?: AbortSignal,
): Promise<EndpointResult> {
  const calls = { webhook: webhookCall, s3: s3Call, otlp: otlpCall };
  const call = await calls[target.type](owner, target, batch);
  return callEndpoint(egress, { ...call, secrets: secretValues(target.secrets) }, stopping);
}
