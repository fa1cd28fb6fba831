import { AppError } from '#platform/errors';
import type { SignIn } from '../interaction.ts';

/**
 * Refuses people beyond the monthly active users of a plan. Who was active in this period goes on. Without a person: before
 * an account is created, so that nobody registers who then cannot sign in.
 */
export async function requirePlace({ app, tenantId }: SignIn, userId?: string): Promise<void> {
  if ((await app.quota?.admit(tenantId, userId)) === false) {
    throw new AppError('auth.exceed_user_limit');
  }
}
