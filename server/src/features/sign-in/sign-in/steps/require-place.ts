import { AppError } from '#platform/errors';
import type { SignIn } from '../interaction.ts';

/**
 * Rejects users beyond the monthly active users of the plan. Users who were already active in this period can continue.
 * Called without a user before an account is created, so that no one registers who cannot sign in.
 */
export async function requirePlace({ app, tenantId }: SignIn, userId?: string): Promise<void> {
  if ((await app.quota?.admit(tenantId, userId)) === false) {
    throw new AppError('auth.exceed_user_limit');
  }
}
