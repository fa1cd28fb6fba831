import type { ErrorCode } from '@postern/contracts/errors';
import { AppError } from '#platform/http/errors';

export type Differences = Partial<Record<ErrorCode, { code?: ErrorCode; status?: number }>>;

/** Errors for which this API has another code or status than the steps. */
const common: Differences = {
  'session.interaction_not_found': { code: 'session.verification_session_not_found' },
  'session.identity_conflict': { code: 'session.verification_failed' },
  'session.not_supported_for_forgot_password': { status: 400 },
  'session.mfa.backup_code_can_not_be_alone': { status: 400 },
  'user.identity_not_exist': { status: 422 },
  'user.sso_identity_not_exist': { code: 'user.identity_not_exist', status: 422 },
  'user.username_exists_in_profile': { status: 400 },
  'user.email_exists_in_profile': { status: 400 },
  'user.phone_exists_in_profile': { status: 400 },
  'user.password_exists_in_profile': { status: 400 },
};

/** Converts the error of a step to that of the legacy interaction API, or of one of its operations. */
export function translateError(error: unknown, special: Differences = {}): unknown {
  const difference = error instanceof AppError ? { ...common, ...special }[error.code] : undefined;
  return error instanceof AppError && difference
    ? new AppError(difference.code ?? error.code, { ...error.options, status: difference.status })
    : error;
}
