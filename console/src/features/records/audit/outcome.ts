import type { LogPayload } from '@postern/contracts/records/audit';

/**
 * Errors that only ask for the next step of a sign-in, such as a missing profile field or a second factor. The API
 * records them with the result `Error`, but nothing has failed.
 */
const nextStepCodes = new Set([
  'user.missing_profile',
  'user.missing_mfa',
  'session.mfa.require_mfa_verification',
  'session.mfa.suggest_additional_mfa',
]);

export type Outcome = 'Success' | 'Continues' | 'Error';

/** The outcome of an entry. */
export function outcomeOf({ result, error }: Pick<LogPayload, 'result' | 'error'>): Outcome {
  if (result === 'Success') {
    return 'Success';
  }
  const code = typeof error === 'object' ? error.code : undefined;
  return typeof code === 'string' && nextStepCodes.has(code) ? 'Continues' : 'Error';
}
