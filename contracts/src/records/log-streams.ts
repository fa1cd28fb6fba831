import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp, WebAddress } from '../fields.ts';
import { HeaderName, HeaderValue, maxHeaders } from './webhooks.ts';

/** Streams that a tenant can have. */
export const maxLogStreams = 5;

export const logStreamTypes = ['webhook', 's3', 'otlp'] as const;
export const LogStreamType = z.enum(logStreamTypes);
export type LogStreamType = z.infer<typeof LogStreamType>;

/** `beginning`: the oldest entry that is kept. */
export const logStreamStarts = ['now', 'beginning'] as const;

const hasFewHeaders = (headers: object) => Object.keys(headers).length <= maxHeaders;
const tooMany = 'There are too many headers.';

/** Values are stored encrypted and never returned. */
const Headers = z.record(HeaderName, HeaderValue).refine(hasFewHeaders, tooMany);
/** Replaces all headers. Null keeps the stored value of this header. */
const ChangedHeaders = z.record(HeaderName, HeaderValue.nullable()).refine(hasFewHeaders, tooMany);

const BaseAddress = WebAddress.refine(
  (address) => !address.includes('?'),
  'Remove the query (the ? and the text after it).',
);

/** Signs the requests. Chosen by the caller, because it is never returned. */
const SigningKey = z
  .string()
  .min(32)
  .max(128)
  .regex(/^[\w+/=-]+$/);

const bucket = {
  endpoint: BaseAddress,
  region: z.string().regex(/^[\da-z-]{1,64}$/i),
  bucket: z.string().regex(/^[\da-z][\d.a-z-]{1,61}[\da-z]$/),
  /** The names of all objects start with it. No part starts with a dot, so the URL cannot leave the bucket. */
  prefix: z
    .string()
    .max(256)
    .regex(/^(?:[\w-][\w.-]*\/)*(?:[\w-][\w.-]*)?$/),
  accessKeyId: z.string().regex(/^[\w+,.=@-]{1,128}$/),
  secretAccessKey: z.string().regex(/^[!-~]{1,256}$/),
  /** The bucket is part of the path instead of the host name. */
  pathStyle: z.boolean(),
};

export const WebhookTarget = z.object({ url: WebAddress, signingKey: SigningKey, headers: Headers.optional() });
export const S3Target = z.object({
  ...bucket,
  prefix: bucket.prefix.optional(),
  pathStyle: bucket.pathStyle.optional(),
});
export const OtlpTarget = z.object({ endpoint: BaseAddress, headers: Headers.optional() });

const Name = z.string().min(1).max(128);

/** Exactly the settings of the chosen type. */
export const CreateLogStream = z
  .object({
    name: Name,
    type: LogStreamType,
    webhook: WebhookTarget.optional(),
    s3: S3Target.optional(),
    otlp: OtlpTarget.optional(),
    start: z.enum(logStreamStarts).optional(),
    enabled: z.boolean().optional(),
  })
  .check(({ value, issues }) => {
    for (const type of logStreamTypes) {
      const isGiven = value[type] !== undefined;
      if (isGiven !== (type === value.type)) {
        const message = isGiven ? 'Remove the settings of another type.' : 'Enter the settings of the chosen type.';
        issues.push({ code: 'custom', path: [type], message, input: value });
      }
    }
  });
export type CreateLogStream = z.infer<typeof CreateLogStream>;

/** Settings that are not given are kept. */
export const UpdateLogStream = z.object({
  name: Name.optional(),
  enabled: z.boolean().optional(),
  webhook: WebhookTarget.extend({ headers: ChangedHeaders.optional() }).partial().optional(),
  s3: S3Target.partial().optional(),
  otlp: OtlpTarget.extend({ headers: ChangedHeaders.optional() }).partial().optional(),
});
export type UpdateLogStream = z.infer<typeof UpdateLogStream>;

const headerNames = z.array(z.string());

export const LogStream = z.object({
  tenantId: z.string(),
  id: z.string(),
  name: z.string(),
  type: LogStreamType,
  webhook: z.object({ url: z.string(), headerNames, isSigningKeySet: z.boolean() }).optional(),
  s3: z
    .object({
      endpoint: z.string(),
      region: z.string(),
      bucket: z.string(),
      prefix: z.string(),
      accessKeyId: z.string(),
      pathStyle: z.boolean(),
      isSecretAccessKeySet: z.boolean(),
    })
    .optional(),
  otlp: z.object({ endpoint: z.string(), headerNames }).optional(),
  enabled: z.boolean(),
  createdAt: Timestamp,
  /** Number of the last entry that the receiver has accepted. */
  lastSequence: z.number(),
  lastSentAt: Timestamp.nullable(),
  entriesBehind: z.number(),
  /** Time of the oldest entry that was not sent yet. */
  oldestWaitingAt: Timestamp.nullable(),
  /** Entries that retention deleted before they were sent. */
  missedEntries: z.number(),
  failingSince: Timestamp.nullable(),
  /** Of the last failed request; null after a successful one. */
  lastStatus: z.number().nullable(),
  lastError: z.string().nullable(),
  nextAttemptAt: Timestamp.nullable(),
});
export type LogStream = z.infer<typeof LogStream>;

export const LogStreamTest = z.object({
  isDelivered: z.boolean(),
  /** The status of the response; null if there was none. */
  status: z.number().nullable(),
  /** The start of the response, without secrets of the stream. */
  body: z.string().nullable(),
  error: z.string().nullable(),
  durationMs: z.number(),
});
export type LogStreamTest = z.infer<typeof LogStreamTest>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Log streams' } as const;
const missing = ['entity.not_exists_with_id'] as const;
const vault = ['vault.not_configured', 'vault.unreadable'] as const;

export const logStreamsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/log-streams',
    summary: 'List the streams of the audit log, oldest first, with what is waiting and failing.',
    response: z.array(LogStream),
    withheld: ['url'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/log-streams',
    summary: 'Create a stream. Secrets are stored encrypted and never returned.',
    body: CreateLogStream,
    response: LogStream,
    status: [201],
    errors: ['log_stream.too_many', 'request.invalid_input', 'vault.not_configured'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/log-streams/:id',
    summary: 'Read one stream with what is waiting and failing.',
    params: Id,
    response: LogStream,
    errors: missing,
    withheld: ['url'],
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/log-streams/:id',
    summary: 'Change, pause or continue a stream. Settings that are not given are kept; a waiting retry runs at once.',
    params: Id,
    body: UpdateLogStream,
    response: LogStream,
    errors: [...missing, ...vault, 'request.invalid_input'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/log-streams/:id',
    summary: 'Delete a stream. Entries that were not sent yet are not sent.',
    params: Id,
    errors: missing,
  }),
  test: endpoint({
    ...common,
    method: 'POST',
    path: '/api/log-streams/:id/test',
    summary: 'Send one test entry, and return how the receiver responded.',
    params: Id,
    response: LogStreamTest,
    errors: [...missing, ...vault],
  }),
  restart: endpoint({
    ...common,
    method: 'POST',
    path: '/api/log-streams/:id/restart',
    summary: 'Send again from the oldest entry that is kept, or skip everything up to now.',
    params: Id,
    body: z.object({ start: z.enum(logStreamStarts) }),
    response: LogStream,
    errors: missing,
  }),
} as const;
