import {
  type CreateLogStream,
  type LogStream,
  LogStreamType,
  logStreamStarts,
  OtlpTarget,
  S3Target,
  type UpdateLogStream,
  WebhookTarget,
} from '@postern/contracts/records/log-streams';
import i18next from 'i18next';
import type { Control } from 'react-hook-form';
import { z } from 'zod';

const text = z.string().trim();

const Shape = z.object({
  name: text.min(1).max(128),
  type: LogStreamType,
  start: z.enum(logStreamStarts),
  /** The address of any type. */
  url: text.min(1),
  signingKey: text,
  region: text,
  bucket: text,
  prefix: text,
  accessKeyId: text,
  secretAccessKey: text,
  pathStyle: z.boolean(),
  headers: z.array(z.object({ name: text, value: text })),
});
export type StreamValues = z.input<typeof Shape>;
export type StreamOutput = z.output<typeof Shape>;
export type StreamControl = Control<StreamValues, unknown, StreamOutput>;

type Report = (path: PropertyKey[], message: string) => void;

const isHeader = (name: string, value: string) => OtlpTarget.shape.headers.safeParse({ [name]: value }).success;

/** The value of a stored header may be empty: it is then kept. */
function checkHeaders(rows: StreamOutput['headers'], stored: readonly string[], report: Report): void {
  const names = rows.map(({ name }) => name.toLowerCase());
  rows.forEach(({ name, value }, row) => {
    const isStored = stored.includes(name.toLowerCase());
    if (name === '') {
      if (value !== '') {
        report(['headers', row, 'name'], i18next.t('fields.required'));
      }
    } else if (names.indexOf(name.toLowerCase()) < row) {
      report(['headers', row, 'name'], i18next.t('logStreams.headers.duplicate'));
    } else if (!isHeader(name, 'x')) {
      report(['headers', row, 'name'], i18next.t('logStreams.headers.wrongName'));
    } else if (value === '' && !isStored) {
      report(['headers', row, 'value'], i18next.t('fields.required'));
    } else if (!isHeader(name, value)) {
      report(['headers', row, 'value'], i18next.t('logStreams.headers.wrongValue'));
    }
  });
}

const bucketFields = ['region', 'bucket', 'prefix', 'accessKeyId', 'secretAccessKey'] as const;

function checkBucket(values: StreamOutput, isStored: boolean, report: Report): void {
  for (const field of bucketFields) {
    const value = values[field];
    const mayBeEmpty = field === 'prefix' || (field === 'secretAccessKey' && isStored);
    if (value === '' && !mayBeEmpty) {
      report([field], i18next.t('fields.required'));
    } else if (value !== '' && !S3Target.shape[field].safeParse(value).success) {
      report([field], i18next.t(field === 'secretAccessKey' ? 'fields.invalid' : `logStreams.wrong.${field}`));
    }
  }
}

export const headerNamesOf = (stream: LogStream | undefined): readonly string[] =>
  stream?.webhook?.headerNames ?? stream?.otlp?.headerNames ?? [];

/** Checks the fields of the chosen type only. Secrets of a stored stream may stay empty. */
export const formFor = (stream: LogStream | undefined) =>
  Shape.check(({ value, issues }) => {
    const report: Report = (path, message) => issues.push({ code: 'custom', path, message, input: value });
    const address = value.type === 'webhook' ? WebhookTarget.shape.url : S3Target.shape.endpoint;
    if (value.url !== '' && !address.safeParse(value.url).success) {
      report(['url'], i18next.t(value.url.includes('?') ? 'logStreams.wrong.query' : 'fields.webUrl'));
    }
    if (value.type === 's3') {
      checkBucket(value, stream !== undefined, report);
    } else {
      checkHeaders(value.headers, headerNamesOf(stream), report);
    }
  });

export const valuesOf = (stream: LogStream | undefined, signingKey: string): StreamValues => ({
  name: stream?.name ?? '',
  type: stream?.type ?? 'webhook',
  start: 'now',
  url: stream?.webhook?.url ?? stream?.s3?.endpoint ?? stream?.otlp?.endpoint ?? '',
  signingKey: stream ? '' : signingKey,
  region: stream?.s3?.region ?? '',
  bucket: stream?.s3?.bucket ?? '',
  prefix: stream?.s3?.prefix ?? '',
  accessKeyId: stream?.s3?.accessKeyId ?? '',
  secretAccessKey: '',
  pathStyle: stream?.s3?.pathStyle ?? false,
  headers: headerNamesOf(stream).map((name) => ({ name, value: '' })),
});

const headersOf = ({ headers }: StreamOutput) => headers.filter(({ name }) => name !== '');

export function createBody(values: StreamOutput): CreateLogStream {
  const { name, type, start, url, signingKey, region, bucket, prefix, accessKeyId, secretAccessKey, pathStyle } =
    values;
  const headers = Object.fromEntries(headersOf(values).map((header) => [header.name, header.value]));
  switch (type) {
    case 'webhook':
      return { name, type, start, webhook: { url, signingKey, headers } };
    case 's3':
      return {
        name,
        type,
        start,
        s3: { endpoint: url, region, bucket, prefix, accessKeyId, secretAccessKey, pathStyle },
      };
    case 'otlp':
      return { name, type, start, otlp: { endpoint: url, headers } };
  }
}

/** Empty secrets are kept: they are left out, and null keeps the value of a header. */
export function updateBody(values: StreamOutput): UpdateLogStream {
  const { name, type, url, signingKey, region, bucket, prefix, accessKeyId, secretAccessKey, pathStyle } = values;
  const headers = Object.fromEntries(headersOf(values).map((header) => [header.name, header.value || null]));
  switch (type) {
    case 'webhook':
      return { name, webhook: { url, headers, ...(signingKey ? { signingKey } : {}) } };
    case 's3':
      return {
        name,
        s3: {
          endpoint: url,
          region,
          bucket,
          prefix,
          accessKeyId,
          pathStyle,
          ...(secretAccessKey ? { secretAccessKey } : {}),
        },
      };
    case 'otlp':
      return { name, otlp: { endpoint: url, headers } };
  }
}

/** The field of an error of the server: `s3.endpoint` is the address, `webhook.headers.x-a` a row of the list. */
export function fieldOf(path: string, { headers }: Pick<StreamValues, 'headers'>) {
  const [group = '', field = '', ...name] = path.split('.');
  if (field === '') {
    return group === 'name' ? ('name' as const) : undefined;
  }
  if (field === 'headers') {
    const row = headers.findIndex((header) => header.name.trim().toLowerCase() === name.join('.').toLowerCase());
    return `headers.${Math.max(0, row)}.value` as const;
  }
  if (field === 'url' || field === 'endpoint') {
    return 'url' as const;
  }
  return Object.hasOwn(Shape.shape, field) ? (field as 'signingKey' | (typeof bucketFields)[number]) : undefined;
}

/** 256 bits in hex. Made in the browser, because the API never returns it. */
export const newSigningKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
