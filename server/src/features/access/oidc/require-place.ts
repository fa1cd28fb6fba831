import { errors } from 'oidc-provider';
import type { App } from '#platform/app';

/** Issuing a token makes the user active in this period; see `auth.exceed_user_limit`. */
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
