import { nextStepCodes } from '@postern/contracts/records/audit';
import { interactionKey } from '#features/access/oidc';
import { collectFailure, collectStep, languageOf } from '#features/records/dashboard';
import { toAppError } from '#platform/http/http';
import type { SignIn } from './interaction.ts';

type Attempt = {
  /** The part after `Interaction.{event}`, such as `Verification.Password.Submit`. */
  action: string;
  verificationId: unknown;
  error?: unknown;
};

/** The type of the verification that the attempt is about, or that identified the user. */
function methodOf({ state }: SignIn, { action, verificationId }: Attempt): string | undefined {
  const [, named] = /^Verification\.(\w+)\./.exec(action) ?? [];
  const record = state?.records.find(({ id }) => id === verificationId);
  return named ?? (record ?? state?.identifiedBy ?? state?.records.at(-1))?.type;
}

/** Counts the steps that a sign-in reaches, and why attempts fail. Resetting a password is not a sign-in. */
export function countAttempt(signIn: SignIn, attempt: Attempt): void {
  const { app, tenantId, clientId, state, secret, request } = signIn;
  const { action, error } = attempt;
  if (state?.event === 'ForgotPassword') {
    return;
  }
  const where = {
    signIn: interactionKey(secret),
    applicationId: clientId,
    language: languageOf(request.headers['accept-language']),
    method: methodOf(signIn, attempt),
  };
  if (action.startsWith('Verification.')) {
    collectStep(app, tenantId, 'attempted', where);
    if (error === undefined && action.endsWith('.Submit')) {
      collectStep(app, tenantId, 'verified', where);
    }
  } else if (action === 'Submit' && error === undefined) {
    collectStep(app, tenantId, 'completed', where);
  }
  const reason = error === undefined ? undefined : (toAppError(error)?.code ?? 'unknown');
  if (reason !== undefined && !nextStepCodes.has(reason)) {
    collectFailure(app, tenantId, reason, where);
  }
}
