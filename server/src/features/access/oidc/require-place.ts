import { errors } from 'oidc-provider';
import type { App } from '#platform/app';

/** A token for somebody makes them an active user of this period; see `auth.exceed_user_limit`. */
export async function requirePlace(app: App, tenantId: string, userId: string): Promise<void> {
  if ((await app.quota?.admit(tenantId, userId)) === false) {
    const error = new errors.CustomOIDCProviderError(
      'auth.exceed_user_limit',
      'the active users of this period are used up',
    );
    error.statusCode = 429;
    throw error;
  }
}
