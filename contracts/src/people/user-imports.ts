import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../fields.ts';
import { UserJob } from './user-jobs.ts';

/** Limits of a file. Larger imports need several files. */
export const importLimits = {
  bytes: 256 * 1024 * 1024,
  records: 1_000_000,
  columns: 200,
  /** Characters of one record, and of one cell. */
  record: 1_048_576,
  /** Days after which a file without an import is deleted. */
  days: 7,
} as const;

/** The program that wrote a file: ours and plain formats first. */
export const importFormats = ['csv', 'json', 'ndjson', 'auth0', 'firebase', 'keycloak', 'cognito'] as const;
export const ImportFormat = z.enum(importFormats);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** All fields of a profile by path. */
export const profileFields = [
  'profile.familyName',
  'profile.givenName',
  'profile.middleName',
  'profile.nickname',
  'profile.preferredUsername',
  'profile.profile',
  'profile.website',
  'profile.gender',
  'profile.birthdate',
  'profile.zoneinfo',
  'profile.locale',
  'profile.address.formatted',
  'profile.address.streetAddress',
  'profile.address.locality',
  'profile.address.region',
  'profile.address.postalCode',
  'profile.address.country',
] as const;

/** The fields that a column can be mapped to. Anything else can be mapped to `customData.<key>`. */
export const importFields = [
  'id',
  'username',
  'primaryEmail',
  'emailVerified',
  'primaryPhone',
  'phoneVerified',
  'name',
  'avatar',
  ...profileFields,
  'customData',
  'identities',
  'roles',
  'password',
  'passwordDigest',
  'passwordAlgorithm',
  'isSuspended',
  'createdAt',
  'lastSignInAt',
] as const;

const customKey = /^customData\.[^\s.][^.]{0,63}$/;
export const isImportField = (field: string) =>
  (importFields as readonly string[]).includes(field) || customKey.test(field);

export const ImportColumn = z.object({
  name: z.string(),
  /** The guessed field; null if the column is skipped. */
  field: z.string().nullable(),
  /** A few values; secrets are masked. */
  examples: z.array(z.string()),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

export const ImportFile = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  records: z.number(),
  format: ImportFormat,
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  delimiter: z.enum([',', ';', '\t']).nullable(),
  columns: z.array(ImportColumn),
  /** Whether its passwords need the parameters of the Firebase project. */
  needsFirebase: z.boolean(),
  createdAt: Timestamp,
});
export type ImportFile = z.infer<typeof ImportFile>;

const base64 = z
  .string()
  .max(512)
  .regex(/^[\w+/-]*={0,2}$/);

/** As the Firebase console shows them under “Password hash parameters”. */
export const FirebaseParameters = z.strictObject({
  signerKey: base64.min(1),
  saltSeparator: base64,
  rounds: z.number().int().min(1).max(16),
  memCost: z.number().int().min(1).max(17),
});
export type FirebaseParameters = z.infer<typeof FirebaseParameters>;

export const conflictRules = ['skip', 'update', 'fail'] as const;

export const ImportOptions = z.strictObject({
  /** Column → field, or null to skip a column. Other columns keep their guess. */
  mapping: z.record(z.string().max(1024), z.string().max(128).nullable()).default({}),
  /** What to do with a line whose user already exists. */
  onConflict: z.enum(conflictRules).default('skip'),
  /** Roles for all users, in addition to the default ones. */
  roleIds: z.array(z.string().max(21)).max(50).default([]),
  /** Whether users keep the ids of the file. They must have our format. */
  keepIds: z.boolean().default(false),
  /** Checks every line and writes nothing. */
  isDryRun: z.boolean().default(false),
  firebase: FirebaseParameters.optional(),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'User imports' } as const;

export const userImportsApi = {
  upload: endpoint({
    ...common,
    method: 'POST',
    path: '/api/user-imports',
    summary: 'Upload a file with users: CSV, JSON or an export of another product. The upload imports nothing.',
    query: z.object({ name: z.string().max(256).optional() }),
    rawBody: ['text/csv', 'application/json', 'application/x-ndjson', 'application/gzip', 'application/octet-stream'],
    response: ImportFile,
    errors: [
      'guard.file_size_exceeded',
      'storage.upload_error',
      'user_import.empty_file',
      'user_import.line_too_long',
      'user_import.malformed',
      'user_import.too_many_columns',
      'user_import.too_many_records',
      'user_import.unknown_format',
    ],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/user-imports/:id',
    summary: 'Get the columns and contents of an uploaded file.',
    params: Id,
    response: ImportFile,
    errors: ['entity.not_found'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/user-imports/:id',
    summary: 'Delete an uploaded file. Imported files are deleted automatically.',
    params: Id,
    errors: ['entity.not_found', 'user_import.in_use'],
  }),
  start: endpoint({
    ...common,
    method: 'POST',
    path: '/api/user-imports/:id/jobs',
    summary: 'Import an uploaded file in the background, or check it in a dry run.',
    params: Id,
    body: ImportOptions,
    response: UserJob,
    errors: [
      'entity.not_found',
      'role.internal_role_violation',
      'user.invalid_role_type',
      'user_import.in_use',
      'user_import.mapping_invalid',
    ],
  }),
} as const;
