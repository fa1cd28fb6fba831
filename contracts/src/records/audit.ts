import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { JsonObject, PageQuery, Timestamp } from '../fields.ts';

/** First segments of the keys that the list shows. The index logs__shown of the database has the same list. */
export const shownLogFamilies = [
  'ExchangeTokenBy',
  'RevokeToken',
  'Interaction',
  'JwtCustomizer',
  'SamlApplication',
  'Unknown',
] as const;

/**
 * Errors that only ask for the next step of a sign-in, such as a missing profile field or a second factor. The API
 * records them with the result `Error`, but nothing has failed.
 */
export const nextStepCodes: ReadonlySet<string> = new Set([
  'user.missing_profile',
  'user.missing_mfa',
  'session.mfa.require_mfa_verification',
  'session.mfa.suggest_additional_mfa',
  'session.mfa.backup_code_required',
  'session.mfa.suggest_passkey',
]);
/** The total of the list is exact below the next multiple of this number after the page. */
export const maxCountedLogs = 1000;

export const logResults = ['Success', 'Error'] as const;

/** Details of an entry. Fields of unexpected types are skipped instead of failing the whole list. */
export const LogPayload = z.looseObject({
  key: z.string(),
  result: z.enum(logResults),
  error: z.union([JsonObject, z.string()]).optional().catch(undefined),
  ip: z.string().optional().catch(undefined),
  userAgent: z.string().optional().catch(undefined),
  userId: z.string().optional().catch(undefined),
  applicationId: z.string().optional().catch(undefined),
  sessionId: z.string().optional().catch(undefined),
  params: JsonObject.optional().catch(undefined),
});
export type LogPayload = z.infer<typeof LogPayload>;

export const Log = z.object({
  tenantId: z.string(),
  id: z.string(),
  key: z.string(),
  payload: LogPayload,
  createdAt: Timestamp,
});
export type Log = z.infer<typeof Log>;

/** Milliseconds since 1970 in a query, up to the maximum of a Date. */
const QueryTime = z
  .string()
  .regex(/^\d{1,16}$/, { error: 'Use milliseconds since 1970.', abort: true })
  .refine((text) => Number(text) <= 8.64e15, { error: 'Use milliseconds since 1970.' });

/** Filters of the audit log. The API of the wire has the first three. */
export const logFilterShape = {
  userId: z.string().max(64).optional(),
  applicationId: z.string().max(64).optional(),
  logKey: z.string().max(128).optional(),
  organizationId: z.string().max(64).optional(),
  /** Inclusive. */
  start_time: QueryTime.optional(),
  /** Exclusive. */
  end_time: QueryTime.optional(),
  /** Also changes of settings, users, organizations and so on, which the API of the wire does not list. */
  includeChanges: z.string().max(8).optional(),
};

export const logExportFormats = ['csv', 'ndjson'] as const;
export type LogExportFormat = (typeof logExportFormats)[number];

const common = { auth: { kind: 'management' }, document: 'management', tag: 'Audit logs' } as const;

export const auditApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/logs',
    summary:
      'List sign-ins, tokens and what went wrong with them, newest first; with `includeChanges=true` also changes. The total is exact up to the next thousand after the page.',
    query: PageQuery.extend(logFilterShape),
    response: z.array(Log),
    paged: 'always',
    errors: ['guard.invalid_pagination'],
  }),
  export: endpoint({
    ...common,
    method: 'GET',
    path: '/api/logs/export',
    summary: 'Download all log entries that match a filter, newest first, as CSV or as JSON lines.',
    query: z.object({ format: z.enum(logExportFormats), ...logFilterShape }),
    file: ['text/csv', 'application/x-ndjson'],
    errors: ['request.invalid_input'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/logs/:id',
    summary: 'Get a log entry.',
    params: z.object({ id: z.string() }),
    response: Log,
    errors: ['entity.not_exists_with_id'],
  }),
} as const;
