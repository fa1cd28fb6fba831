import { interactionKey } from '#features/access/oidc';
import { type ConnectorSession, socialConnector } from '#features/messages/connectors';
import { AppError, invalidField } from '#platform/errors';
import { newId } from '#platform/ids';
import type { SocialRecord } from '../../gather.ts';
import type { SignIn, Started } from '../../interaction.ts';

const maxSessionLength = 8192;

/** Providers redirect to a single address, which only we handle. */
const callbackOf = ({ app, tenantId }: SignIn, connectorId: string) =>
  `${app.endpointOf(tenantId)}/callback/${encodeURIComponent(connectorId)}`;

/** The address of the provider. The session of the connector is stored with the sign-in. */
export async function authorizationUri(
  signIn: Started,
  connectorId: string,
  { state, redirectUri, scope }: { state: string; redirectUri: string; scope?: string },
): Promise<{ record: SocialRecord; uri: string }> {
  const connector = await socialConnector(signIn.app, signIn.tenantId, connectorId);
  if (!state || !redirectUri) {
    throw new AppError('session.insufficient_info');
  }
  if (redirectUri !== callbackOf(signIn, connectorId)) {
    throw invalidField(['redirectUri'], 'redirectUri must be {{uri}}.', { uri: callbackOf(signIn, connectorId) });
  }
  let session: ConnectorSession = {};
  const uri = await connector.getAuthorizationUri(
    {
      state,
      redirectUri,
      jti: interactionKey(signIn.secret),
      ...(scope ? { scope } : {}),
      headers: { userAgent: signIn.request.headers['user-agent']?.slice(0, 512) },
    },
    async (kept) => {
      session = kept;
    },
  );
  if (JSON.stringify(session).length > maxSessionLength) {
    throw new AppError('connector.general', { values: { errorDescription: 'The connector keeps too much.' } });
  }
  return { record: { id: newId(), type: 'Social', connectorId, target: connector.target, state, session }, uri };
}
