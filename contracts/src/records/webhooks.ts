import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { exceptionEventNames } from '../events.ts';
import { JsonObject, PageQuery, Timestamp, WebAddress } from '../fields.ts';
import { LogPayload, logResults, logTimes, withCap } from './audit.ts';

/** The events that a webhook can receive. */
export const webhookEvents = [
  'PostRegister',
  'PostSignIn',
  'PostResetPassword',
  'User.Created',
  'User.Deleted',
  'User.Data.Updated',
  'User.SuspensionStatus.Updated',
  'Role.Created',
  'Role.Deleted',
  'Role.Data.Updated',
  'Role.Scopes.Updated',
  'Scope.Created',
  'Scope.Deleted',
  'Scope.Data.Updated',
  'Organization.Created',
  'Organization.Deleted',
  'Organization.Data.Updated',
  'Organization.Membership.Updated',
  'OrganizationRole.Created',
  'OrganizationRole.Deleted',
  'OrganizationRole.Data.Updated',
  'OrganizationRole.Scopes.Updated',
  'OrganizationScope.Created',
  'OrganizationScope.Deleted',
  'OrganizationScope.Data.Updated',
  ...exceptionEventNames,
] as const;
export const WebhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** First segment of the log keys of deliveries. */
export const webhookLogFamily = 'TriggerHook';
export const webhookLogKey = (event: WebhookEvent) => `${webhookLogFamily}.${event}`;

/** Headers that the server sets itself, or that belong to the connection. */
const reservedHeaders = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'logto-signature-sha-256',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]);

/** RFC 9110 §5.1. */
export const HeaderName = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/)
  .refine((name) => !reservedHeaders.has(name.toLowerCase()), 'This header is set by the server.');
/** Visible ASCII, spaces and tabs: no line breaks. */
export const HeaderValue = z
  .string()
  .max(4096)
  .regex(/^[\t -~]*$/);

export const maxHeaders = 50;

export const WebhookConfig = z.object({
  url: WebAddress,
  headers: z
    .record(HeaderName, HeaderValue)
    .refine((headers) => Object.keys(headers).length <= maxHeaders, 'There are too many headers.')
    .optional(),
  /** Deprecated. If given, the number of retries after the first attempt; otherwise retries continue for a day. */
  retries: z.number().int().min(0).max(3).optional(),
});
export type WebhookConfig = z.infer<typeof WebhookConfig>;

/** Requests of the last 24 hours. Each attempt of a delivery is a request. */
export const ExecutionStats = z.object({ successCount: z.number(), requestCount: z.number() });
export type ExecutionStats = z.infer<typeof ExecutionStats>;

export const Webhook = z.object({
  tenantId: z.string(),
  id: z.string(),
  name: z.string(),
  event: WebhookEvent.nullable(),
  events: z.array(WebhookEvent),
  // Stored by this API or imported: validated when it is written.
  config: z.object({
    url: z.string(),
    headers: z.record(z.string(), z.string()).optional(),
    retries: z.number().optional(),
  }),
  signingKey: z.string(),
  enabled: z.boolean(),
  createdAt: Timestamp,
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookWithStats = Webhook.extend({ executionStats: ExecutionStats.optional() });
export type WebhookWithStats = z.infer<typeof WebhookWithStats>;

const Events = z.array(WebhookEvent).min(1).max(100);
const Name = z.string().min(1).max(256);

export const CreateWebhook = z.object({
  tenantId: z.string().max(21).optional(),
  name: Name.optional(),
  event: WebhookEvent.optional(),
  events: Events.optional(),
  config: WebhookConfig,
  enabled: z.boolean().optional(),
});
export type CreateWebhook = z.infer<typeof CreateWebhook>;

export const UpdateWebhook = z.object({
  tenantId: z.string().max(21).optional(),
  name: Name.optional(),
  event: WebhookEvent.nullish(),
  events: Events.optional(),
  config: WebhookConfig.optional(),
  enabled: z.boolean().optional(),
});
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;

const Headers = z.record(z.string(), z.string());

/** Details of one request. Fields of unexpected types are skipped, as in other entries of the log. */
export const WebhookRequest = LogPayload.extend({
  hookId: z.string().optional().catch(undefined),
  hookRequest: z.looseObject({ body: z.unknown() }).optional().catch(undefined),
  /** `body` is the value of a JSON response, or the text of another. */
  response: z.looseObject({ statusCode: z.number(), body: z.unknown() }).optional().catch(undefined),
  deliveryId: z.string().optional().catch(undefined),
  attempt: z.number().optional().catch(undefined),
  durationMs: z.number().optional().catch(undefined),
  /** Values of custom headers are masked. */
  headers: z.object({ request: Headers, response: Headers.optional() }).optional().catch(undefined),
});
export type WebhookRequest = z.infer<typeof WebhookRequest>;

export const WebhookLog = z.object({ id: z.string(), key: z.string(), payload: WebhookRequest, createdAt: Timestamp });
export type WebhookLog = z.infer<typeof WebhookLog>;

export const deliveryStates = ['waiting', 'dead'] as const;

/** A delivery that waits for its next attempt, or that has failed for good. */
export const WebhookDelivery = z.object({
  id: z.string(),
  hookId: z.string(),
  event: WebhookEvent,
  /** The id of the object that the event is about. */
  objectId: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** Null for dead deliveries. */
  nextAttemptAt: Timestamp.nullable(),
  /** The status of the last response; null if there was none. */
  lastStatus: z.number().nullable(),
  lastError: z.string().nullable(),
  createdAt: Timestamp,
  deadAt: Timestamp.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** What happens to the deliveries of a webhook now, and its requests of the last 24 hours by hour. */
export const WebhookStatus = z.object({
  waiting: z.number(),
  dead: z.number(),
  /** Until then nothing is sent, because the endpoint gave no response. */
  pausedUntil: Timestamp.nullable(),
  /** Until then requests are also signed with the previous key. */
  previousKeyUntil: Timestamp.nullable(),
  /** 24 hours, oldest first; the last one is the current hour. */
  hours: z.array(z.object({ startsAt: Timestamp, successCount: z.number(), requestCount: z.number() })),
});
export type WebhookStatus = z.infer<typeof WebhookStatus>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Webhooks' } as const;
const missing = ['entity.not_exists_with_id'] as const;
const missingForChange = ['entity.not_exists'] as const;

export const webhooksApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/hooks',
    summary: 'List webhooks, newest first, with the success rate of the last 24 hours if asked.',
    query: PageQuery.extend({ includeExecutionStats: z.string().max(16).optional() }),
    response: z.array(WebhookWithStats),
    paged: 'optional',
    errors: ['guard.invalid_pagination'],
    withheld: ['signingKey', 'headers', 'url'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/hooks',
    summary: 'Create a webhook. The server generates the signing key.',
    quota: ['hooksLimit'],
    body: CreateWebhook,
    response: Webhook,
    status: [201],
    errors: ['hook.missing_events', 'request.invalid_input', 'subscription.limit_exceeded'],
  }),
  sample: endpoint({
    ...common,
    method: 'GET',
    path: '/api/hooks/sample-payloads/:event',
    summary: 'Read an example of the body that webhooks send for an event, with made-up values.',
    params: z.object({ event: WebhookEvent }),
    response: JsonObject,
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/hooks/:id',
    summary: 'Read one webhook.',
    params: Id,
    query: z.object({ includeExecutionStats: z.string().max(16).optional() }),
    response: WebhookWithStats,
    errors: missing,
    withheld: ['signingKey', 'headers', 'url'],
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/hooks/:id',
    summary: 'Change a webhook. Events and config are replaced as a whole.',
    params: Id,
    body: UpdateWebhook,
    response: Webhook,
    errors: [...missingForChange, 'hook.missing_events', 'request.invalid_input'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/hooks/:id',
    summary: 'Delete a webhook with its waiting and dead deliveries.',
    params: Id,
    errors: missing,
  }),
  rotateKey: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/hooks/:id/signing-key',
    summary: 'Replace the signing key. For 24 hours, webhook-signature also has a signature with the previous key.',
    params: Id,
    response: Webhook,
    errors: missingForChange,
  }),
  test: endpoint({
    ...common,
    method: 'POST',
    path: '/api/hooks/:id/test',
    summary: 'Send one example of each event with this config. The requests are not logged.',
    params: Id,
    body: z.object({ events: Events, config: WebhookConfig }),
    errors: [
      ...missing,
      'request.invalid_input',
      'hook.endpoint_responded_with_error',
      'hook.send_test_payload_failed',
    ],
  }),
  recentLogs: endpoint({
    ...common,
    method: 'GET',
    path: '/api/hooks/:id/recent-logs',
    summary:
      'List the requests with their responses, newest first: of the last 24 hours, or of the time range. The total of a time range is exact up to the next thousand after the page; with `enableCap=true` it is exact up to 10000.',
    params: Id,
    query: PageQuery.extend({
      logKey: z.string().max(128).optional(),
      result: z.enum(logResults).optional(),
      ...logTimes,
      ...withCap,
    }),
    response: z.array(WebhookLog),
    paged: 'always',
    errors: ['guard.invalid_pagination', 'log.invalid_time_window'],
  }),
  status: endpoint({
    ...common,
    method: 'GET',
    path: '/api/hooks/:id/status',
    summary: 'Read how many deliveries wait or are dead, the requests of the last 24 hours by hour, and pauses.',
    params: Id,
    response: WebhookStatus,
    errors: missing,
  }),
  deliveries: endpoint({
    ...common,
    method: 'GET',
    path: '/api/hooks/:id/deliveries',
    summary: 'List deliveries that wait for another attempt or have failed for good, newest first.',
    params: Id,
    query: PageQuery.extend({ state: z.enum(deliveryStates).optional(), deliveryId: z.string().max(21).optional() }),
    response: z.array(WebhookDelivery),
    paged: 'always',
    errors: [...missing, 'guard.invalid_pagination'],
  }),
  replay: endpoint({
    ...common,
    method: 'POST',
    path: '/api/hooks/:id/deliveries/:deliveryId/replay',
    summary: 'Send a delivery now that waits or has failed for good. It keeps its id, body and place in the order.',
    params: z.object({ id: z.string(), deliveryId: z.string() }),
    response: WebhookDelivery,
    errors: missing,
  }),
  replayAll: endpoint({
    ...common,
    method: 'POST',
    path: '/api/hooks/:id/deliveries/replay',
    summary: 'Send all deliveries of a webhook again that have failed for good.',
    params: Id,
    response: z.object({ replayed: z.number() }),
    errors: missing,
  }),
} as const;
