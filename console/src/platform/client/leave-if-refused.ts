import type { AnyEndpoint } from '@postern/contracts/endpoint';
import i18next from 'i18next';
import { alert } from '../feedback/dialogs.ts';
import { leaveForFactor } from '../session/leave-for-factor.ts';
import { isBillingMember, isReadOnly } from '../session/read-only.ts';
import { signOut, startSignIn } from '../session/sign-in.ts';
import { RequestError } from './request-error.ts';

const insufficientPermissions = 'Insufficient permissions.';

/** Those who may not change everything stay signed in if a change is refused. */
const isExpected = ({ status }: RequestError, contract: AnyEndpoint | undefined) =>
  status === 403 &&
  contract !== undefined &&
  (contract.method !== 'GET' || contract.needsWrite) &&
  (isReadOnly() || isBillingMember());

let notice: Promise<void> | undefined;

/**
 * Handles errors that end the session: 401 starts a new sign-in, a forbidden account sees a message once and is signed
 * out.
 */
export async function leaveIfRefused(error: unknown, contract?: AnyEndpoint): Promise<void> {
  if (!(error instanceof RequestError) || isExpected(error, contract)) {
    return;
  }
  if (error.code === 'auth.second_factor_required') {
    await leaveForFactor();
  }
  if (error.status === 401) {
    await startSignIn();
  }
  if (error.status === 403 && error.body?.message === insufficientPermissions) {
    await signOut();
  }
  if (error.code === 'auth.forbidden') {
    notice ??= alert({ title: i18next.t('errors.forbidden'), body: error.message, close: i18next.t('actions.gotIt') });
    await notice;
    await signOut();
  }
}
