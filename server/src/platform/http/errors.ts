import { type ErrorCode, errors } from '@postern/contracts/errors';
import { fillSentence } from '@postern/contracts/field-issues';
import type { RuleSentence } from '#platform/i18n/known-sentences';
import { type DescribedIssue, describeIssues, type FoundIssue } from './describe-issue.ts';

export type ErrorOptions = {
  /** Values for `{{name}}` in the message. */
  values?: Record<string, string | number>;
  data?: unknown;
  /** Problems with fields. Sent as `data.issues`, in the caller's language. */
  issues?: readonly DescribedIssue[];
  details?: string;
  /** For codes whose status on the wire differs from the table. */
  status?: number;
  /** Seconds until a retry is useful. */
  retryAfter?: number;
};

/**
 * The only error thrown on purpose. Other errors are defects: they are logged, and the response is 500 without
 * internals.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly options: ErrorOptions;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(fillSentence(errors[code][1], options.values));
    this.name = 'AppError';
    this.code = code;
    this.status = options.status ?? errors[code][0];
    this.options = options;
  }
}

/** A message may list thousands of unknown keys. */
const maxMessage = 500;
const maxIssues = 20;

type Issue = FoundIssue & { message: string };

/** Builds `details`: the path, zod's code and zod's text per line, as on the wire. Forms read `data.issues`. */
function detailsOf(issues: readonly Issue[], part: string): string {
  const lines = issues.slice(0, maxIssues).map(({ path, code, message, fill }) => {
    const text = fill ? fillSentence(message, fill) : message;
    return path.length === 0 && code === undefined
      ? text
      : `${path.map(String).join('.') || part}: ${code ?? 'custom'}, ${text.slice(0, maxMessage)}`;
  });
  return lines.join('\n');
}

/** For a part of a request that its contract rejects: each problem as data and as a line of `details`. */
export function invalidInput(type: 'body' | 'query' | 'params' | 'files', found: readonly Issue[]): AppError {
  return new AppError('guard.invalid_input', {
    values: { type },
    details: detailsOf(found, type),
    issues: describeIssues(found, maxIssues),
  });
}

/** For a value that matches its contract but cannot be used. The sentence is listed in `known-sentences.ts`. */
export function invalidField(
  path: PropertyKey[],
  sentence: RuleSentence,
  values?: Record<string, string | number>,
): AppError {
  const details = fillSentence(sentence, values);
  const issues = describeIssues([{ path, message: sentence, fill: values }], 1);
  return new AppError('request.invalid_input', { values: { details }, details, issues });
}

type PgError = Error & { code: string; constraint?: string };

const uniqueConstraints: Record<string, ErrorCode> = {
  applications__protected_app_metadata_host: 'application.protected_application_subdomain_exists',
  application_secrets_pkey: 'application.secret_name_exists',
  authorization_details_types_pkey: 'resource.authorization_details_type_in_use',
  custom_profile_fields__name: 'custom_profile_fields.name_exists',
  directory_users__external_id: 'scim.uniqueness',
  directory_users__user_name: 'scim.uniqueness',
  directory_users_pkey: 'scim.uniqueness',
  directory_groups__external_id: 'scim.uniqueness',
  directory_group_mappings__pair: 'directory_sync.mapping_exists',
  resources__indicator: 'resource.resource_identifier_in_use',
  roles__name: 'role.name_in_use',
  scopes__name: 'scope.name_exists',
  sso_connectors__name: 'single_sign_on.duplicate_connector_name',
  user_views__name: 'user_view.name_in_use',
  passkey_owners_pkey: 'user.passkey_already_in_use',
  personal_access_tokens_pkey: 'user.personal_access_token_name_exists',
  users__username: 'user.username_already_in_use',
  users__primary_email: 'user.email_already_in_use',
  users__primary_phone: 'user.phone_already_in_use',
  user_identities_pkey: 'user.identity_already_in_use',
  user_sso_identities__identity: 'user.identity_already_in_use',
  user_sso_identities__user: 'user.identity_already_in_use',
};

function isPgError(error: unknown): error is PgError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[\dA-Z]{5}$/.test(error.code);
}

/** Invalid regular expression, and invalid escape sequence: only searches cause these. */
const brokenPatterns = new Set(['2201B', '22025']);
const deadlock = '40P01';
export const isDeadlock = (error: unknown) => isPgError(error) && error.code === deadlock;

/**
 * Disk full, or a read-only server: a standby, or one that an operator has set to read-only. 58030 and 58P01: PostgreSQL
 * cannot read its own files, or they are gone.
 */
const unwritable = new Set(['53100', '25006', '58030', '58P01', 'ENOSPC', 'EDQUOT', 'EROFS']);
/** PostgreSQL may not open its own files. The same state says that a role may not use a table. */
const isUnreadable = ({ code, message }: PgError) =>
  code === '42501' && /^could not \w+ (file|directory) /.test(message);
export const isUnwritable = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (unwritable.has(String(error.code)) || (isPgError(error) && isUnreadable(error)));

/** Maps database errors to API errors, so that no input causes a 500. */
export function fromDatabaseError(error: unknown): AppError | undefined {
  if (isUnwritable(error)) {
    return new AppError('server.cannot_write', { retryAfter: 5 });
  }
  if (!isPgError(error)) {
    return undefined;
  }
  if (brokenPatterns.has(error.code)) {
    return new AppError('request.invalid_input', { values: { details: error.message }, details: error.message });
  }
  if (error.code === '22001') {
    return new AppError('entity.value_too_long', { data: { message: error.message } });
  }
  // 22: data exception, such as a lone surrogate in JSON
  if (error.code.startsWith('22') || error.code === '54000') {
    return new AppError('entity.invalid_input');
  }
  switch (error.code) {
    case '23505':
      return new AppError(uniqueConstraints[error.constraint ?? ''] ?? 'entity.unique_integrity_violation');
    case '23503':
      return new AppError('entity.relation_foreign_key_not_found');
    case '23514':
    case '23502':
      return new AppError('entity.db_constraint_violated');
    // Canceled by the statement timeout of requests, or by a deadlock.
    case '57014':
    case deadlock:
      return new AppError('request.takes_too_long');
    default:
      return undefined;
  }
}

/** Clients may send the tenant id in a body; it must match the tenant of the request. */
export function refuseOtherTenant(tenantId: string, given: string | undefined): void {
  if (given !== undefined && given !== tenantId) {
    throw invalidField(['tenantId'], 'tenantId must be {{tenantId}} or omitted.', { tenantId });
  }
}
