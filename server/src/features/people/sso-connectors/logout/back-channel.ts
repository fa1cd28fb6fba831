import { ssoProviderTypes } from '@postern/contracts/people/sso-configs';
import { useAssertion } from '#features/people/sso-saml';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { getConnector } from '../find.ts';
import { clientOf, oidcOf } from '../open-client.ts';
import { acceptLogout, type originOf } from './end-sessions.ts';

type Notice = { connectorId: string; token: string | undefined; origin: ReturnType<typeof originOf> };

/** A provider reports that a user has signed out there (OpenID Connect Back-Channel Logout 1.0 §2.5). */
export async function acceptBackChannel(app: App, tenantId: string, { connectorId, token, origin }: Notice) {
  await acceptLogout(app, { tenantId, connectorId, origin }, async () => {
    const row = await getConnector(app, tenantId, connectorId);
    if (ssoProviderTypes[row.providerName] !== 'oidc' || !row.isConfigured) {
      throw new AppError('connector.unexpected_type');
    }
    if (!token) {
      throw new AppError('oidc.invalid_request', { details: 'The form has no logout_token.' });
    }
    const { jti, subject, sid, usedUntil } = await oidcOf(app).readLogoutToken(clientOf(row), token);
    const isFirst = (db: Db) => useAssertion(db, row.id, { id: `logout:${jti}`, expiresAt: usedUntil });
    return { row, message: { subject, sids: sid === undefined ? [] : [sid], isFirst } };
  });
}
