import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { type MemberRow, memberStatement } from './access.store.ts';

/**
 * Throws if the organization requires a second factor that this member does not have: tokens from before the requirement
 * are refused too.
 */
export async function requireOwnFactor(app: App, tenantId: string, organizationId: string, userId: string) {
  const [member] = await app.tenancy.run<MemberRow>(tenantId, memberStatement, [organizationId, userId, '']);
  if (member?.isMfaRequired && !member.hasMfa) {
    throw new AppError('auth.second_factor_required');
  }
}
