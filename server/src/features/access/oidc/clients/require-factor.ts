import type { App } from '#platform/app';
import type { VerifiedToken } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { requiredFactorStatement } from './access.store.ts';

type Required = { hasFactor: boolean; hadFactor: boolean };
type Token = Pick<VerifiedToken, 'subject' | 'issuedAt' | 'usedFactor'>;

/**
 * Throws if the organization requires a second factor that this member does not have, or has not used for this token:
 * tokens from before the requirement are refused too. A factor that was set up since then was verified at that moment.
 */
export async function requireOwnFactor(
  app: App,
  tenantId: string,
  organizationId: string,
  { subject, issuedAt = 0, usedFactor = false }: Token,
) {
  const values = [organizationId, subject, issuedAt];
  const [required] = await app.tenancy.run<Required>(tenantId, requiredFactorStatement, values);
  if (required && (!required.hasFactor || (required.hadFactor && !usedFactor))) {
    throw new AppError('auth.second_factor_required');
  }
}
