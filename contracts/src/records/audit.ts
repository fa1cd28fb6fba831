import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { JsonObject, PageQuery, Timestamp } from '../fields.ts';

/** First segments of the keys that the list shows. The index logs__listed of the database has the same list. */
export const shownLogFamilies = [
  'ExchangeTokenBy',
  'RevokeToken',
  'RevokeGrants',
  'Interaction',
  'JwtCustomizer',
  'SamlApplication',
  'Action',
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
  'user.passkey_preferred',
  'user.suggest_mfa',
  // Until 1.42.
  'session.mfa.suggest_passkey',
]);
/** The total of the list is exact below the next multiple of this number after the page. */
export const maxCountedLogs = 1000;
/** With `enableCap` the count is exact up to this number. */
export const logCountCap = 10_000;

export const logResults = ['Success', 'Error'] as const;

const WithVersion = z.object({ name: z.string().optional(), version: z.string().optional() });

/** What a user agent says about itself; empty where it says nothing. */
export const UserAgent = z.object({
  ua: z.string(),
  browser: WithVersion.extend({ major: z.string().optional() }),
  os: WithVersion,
  engine: WithVersion,
  device: z.object({ type: z.string().optional(), vendor: z.string().optional(), model: z.string().optional() }),
});
export type UserAgent = z.infer<typeof UserAgent>;

/** Details of an entry. Fields of unexpected types are skipped instead of failing the whole list. */
export const LogPayload = z.looseObject({
  key: z.string(),
  result: z.enum(logResults),
  error: z.union([JsonObject, z.string()]).optional().catch(undefined),
  ip: z.string().optional().catch(undefined),
  userAgent: z.string().optional().catch(undefined),
  /** Read from `userAgent`, not stored. */
  userAgentParsed: UserAgent.optional().catch(undefined),
  userId: z.string().optional().catch(undefined),
  applicationId: z.string().optional().catch(undefined),
  sessionId: z.string().optional().catch(undefined),
  params: JsonObject.optional().catch(undefined),
});
export type LogPayload = z.infer<typeof LogPayload>;

export const logActorKinds = [
  'administrator',
  'application',
  'user',
  'directory',
  'setupLink',
  'identityProvider',
  /** The command line of the installation. */
  'commandLine',
  /** The product itself, for example a job. */
  'system',
] as const;

const Named = z.object({
  /** Null if there is only one, such as the sign-in experience. */
  id: z.string().nullable(),
  /** The present name; of a deleted object the one that the log recorded at its deletion, otherwise null. */
  name: z.string().nullable(),
  /** False if it was deleted, or if it has no page. */
  exists: z.boolean(),
});

/** Who did it. */
export const LogActor = Named.extend({ kind: z.enum(logActorKinds) });
export type LogActor = z.infer<typeof LogActor>;

/** What it was done to. The kind is the first word of a change, such as `Organization`. */
export const LogObject = Named.extend({ kind: z.string() });
export type LogObject = z.infer<typeof LogObject>;

/** Lists of ids in the payload of a change, with the kind of their objects. Others are never resolved. */
export const logReferences = {
  userId: 'User',
  userIds: 'User',
  addedUserIds: 'User',
  removedUserIds: 'User',
  applicationId: 'Application',
  applicationIds: 'Application',
  addedApplicationIds: 'Application',
  removedApplicationIds: 'Application',
  organizationId: 'Organization',
  addedRoleIds: 'Role',
  removedRoleIds: 'Role',
  roleIds: 'Role',
  addedOrganizationRoleIds: 'OrganizationRole',
  removedOrganizationRoleIds: 'OrganizationRole',
  organizationRoleIds: 'OrganizationRole',
  addedScopeIds: 'Scope',
  removedScopeIds: 'Scope',
  addedOrganizationScopeIds: 'OrganizationScope',
  removedOrganizationScopeIds: 'OrganizationScope',
  addedSsoConnectorIds: 'SsoConnector',
  removedSsoConnectorIds: 'SsoConnector',
} as const;

/** The fields that a change changed. The values are missing if they are secret, personal or long. */
export const LogChanges = z.record(
  z.string(),
  z.object({ before: z.unknown().optional(), after: z.unknown().optional() }),
);
export type LogChanges = z.infer<typeof LogChanges>;

export const Log = z.object({
  tenantId: z.string(),
  id: z.string(),
  key: z.string(),
  payload: LogPayload,
  createdAt: Timestamp,
  /** With `withNames=true`. Null if the entry has no actor. */
  actor: LogActor.nullable().optional(),
  /** With `withNames=true`. Null if the entry names none. */
  object: LogObject.nullable().optional(),
  /** With `withNames=true`, of a single entry: names of the other objects in its payload, by id. */
  names: z.record(z.string(), z.string()).optional(),
});
export type Log = z.infer<typeof Log>;

/** How an entry ended. `Continues` is an error that only asks for the next step of a sign-in. */
export const logOutcomes = ['Success', 'Continues', 'Error'] as const;
export type LogOutcome = (typeof logOutcomes)[number];

/** Milliseconds since 1970 in a query, up to the maximum of a Date. */
const QueryTime = z
  .string()
  .regex(/^\d{1,16}$/, { error: 'Use milliseconds since 1970.', abort: true })
  .refine((text) => Number(text) <= 8.64e15, { error: 'Use milliseconds since 1970.' });

/** A time range, both ends inclusive. */
export const logTimes = { start_time: QueryTime.optional(), end_time: QueryTime.optional() };

/** Counts at most `logCountCap` entries and one. */
export const withCap = { enableCap: z.string().max(8).optional() };

/** Filters of the audit log. */
export const logFilterShape = {
  userId: z.string().max(64).optional(),
  applicationId: z.string().max(64).optional(),
  logKey: z.string().max(128).optional(),
  organizationId: z.string().max(64).optional(),
  ...logTimes,
  /** Also changes of settings, users, organizations and so on, which the API of the wire does not list. */
  includeChanges: z.string().max(8).optional(),
  /** Who did it: the id of a person, an administrator or an application, or `system`. */
  actorId: z.string().max(64).optional(),
  /** The first word of changes, such as `Organization`. */
  objectKind: z
    .string()
    .regex(/^[A-Za-z]{1,64}$/)
    .optional(),
  /** The changed object. */
  objectId: z.string().max(64).optional(),
  outcome: z.enum(logOutcomes).optional(),
};

const withNames = { withNames: z.string().max(8).optional() };

/** What is wrong with a hash chain. */
export const ChainFinding = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed'), seq: z.number(), id: z.string() }),
  z.object({ kind: z.literal('removed'), from: z.number(), to: z.number() }),
  z.object({ kind: z.literal('inserted'), seq: z.number().nullable(), id: z.string() }),
  z.object({ kind: z.literal('rewritten'), part: z.enum(['head', 'anchor']) }),
  z.object({ kind: z.literal('headRemoved') }),
]);
export type ChainFinding = z.infer<typeof ChainFinding>;

export const ChainVerification = z.object({
  requestedAt: Timestamp,
  /** Null while it runs. */
  finishedAt: Timestamp.nullable(),
  /** Null while it runs, and if it could not be finished. */
  result: z
    .object({
      /** How many entries were compared. */
      entries: z.number(),
      /** The last entry of the chain. Keep both outside of the database. */
      head: z.object({ seq: z.number(), hash: z.string() }),
      /** False without the key of the installation: a chain that was computed again is then not found. */
      isSealChecked: z.boolean(),
      /** Entries that no seal protects. */
      unsealed: z.object({ from: z.number(), to: z.number() }).nullable(),
      problems: z.number(),
      /** The first ones. */
      findings: z.array(ChainFinding),
    })
    .nullable(),
});
export type ChainVerification = z.infer<typeof ChainVerification>;

export const LogChain = z.object({
  /** The number of the newest entry; 0 without entries. */
  seq: z.number(),
  verification: ChainVerification.nullable(),
});
export type LogChain = z.infer<typeof LogChain>;

/** So many seconds must pass between two verifications of a tenant. */
export const verificationPauseSeconds = 60;

export const logExportFormats = ['csv', 'ndjson'] as const;
export type LogExportFormat = (typeof logExportFormats)[number];

const common = { auth: { kind: 'management' }, document: 'management', tag: 'Audit logs' } as const;

export const auditApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/logs',
    summary:
      'List sign-ins, tokens and what went wrong with them, newest first; with `includeChanges=true` also changes. The total is exact up to the next thousand after the page, or with `enableCap=true` up to 10000.',
    query: PageQuery.extend({ ...logFilterShape, ...withNames, ...withCap }),
    response: z.array(Log),
    paged: 'always',
    errors: ['guard.invalid_pagination', 'log.invalid_time_window'],
  }),
  export: endpoint({
    ...common,
    method: 'GET',
    path: '/api/logs/export',
    summary: 'Download all log entries that match a filter, newest first, as CSV or as JSON lines.',
    query: z.object({ format: z.enum(logExportFormats), ...logFilterShape }),
    file: ['text/csv', 'application/x-ndjson'],
    errors: ['log.invalid_time_window', 'request.invalid_input'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/logs/:id',
    summary: 'Get a log entry.',
    params: z.object({ id: z.string() }),
    query: z.object(withNames),
    response: Log,
    errors: ['entity.not_exists_with_id'],
  }),
  chain: endpoint({
    ...common,
    method: 'GET',
    path: '/api/logs/chain',
    summary: 'Get the state of the hash chain and its last verification.',
    response: LogChain,
  }),
  verifyChain: endpoint({
    ...common,
    method: 'POST',
    path: '/api/logs/chain/verifications',
    summary: 'Verify the hash chain in the background. Also allowed to administrators who may only read.',
    isForReaders: true,
    response: LogChain,
    status: [202],
    errors: ['audit.verified_recently'],
  }),
} as const;
