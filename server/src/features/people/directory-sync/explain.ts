import { type ErrorCode, errors } from '@postern/contracts/errors';
import { fillSentence } from '@postern/contracts/field-issues';
import { AppError } from '#platform/http/errors';
import { toAppError } from '#platform/http/http';
import { schemaIds } from './schema.ts';

/** RFC 7644 §3.12, table 9. */
const scimTypes: Partial<Record<ErrorCode, string>> = {
  'scim.invalid_filter': 'invalidFilter',
  'scim.invalid_path': 'invalidPath',
  'scim.invalid_syntax': 'invalidSyntax',
  'scim.invalid_value': 'invalidValue',
  'scim.mutability': 'mutability',
  'scim.no_target': 'noTarget',
  'scim.uniqueness': 'uniqueness',
  'request.malformed_json': 'invalidSyntax',
};

/** Errors of accounts, as clients of SCIM know them. */
function asScim(error: AppError): AppError {
  if (/^user\.\w+_already_in_use$/.test(error.code) || error.code === 'entity.unique_integrity_violation') {
    return new AppError('scim.uniqueness', { values: { name: 'userName, externalId or email address' } });
  }
  if (error.code === 'scim.uniqueness' && !error.options.values) {
    return new AppError('scim.uniqueness', { values: { name: 'userName or externalId' } });
  }
  if (error.code === 'entity.invalid_input' || error.code === 'guard.invalid_input') {
    return new AppError('scim.invalid_value', { values: { details: error.options.details ?? '' } });
  }
  return error;
}

type ScimError = { status: number; detail: string; body: object; isKnown: boolean; retryAfter: number | undefined };

/** The answer for an error (RFC 7644 §3.12). Unknown errors are 500 without internals. */
export function explain(error: unknown): ScimError {
  const found = toAppError(error);
  const known = asScim(found ?? new AppError('request.server_error'));
  const detail = fillSentence(errors[known.code][1], known.options.values).trim();
  const scimType = scimTypes[known.code];
  const status = known.status === 422 ? 400 : known.status;
  return {
    status,
    detail,
    isKnown: found !== undefined,
    retryAfter: known.options.retryAfter,
    body: { schemas: [schemaIds.error], status: String(status), ...(scimType ? { scimType } : {}), detail },
  };
}
