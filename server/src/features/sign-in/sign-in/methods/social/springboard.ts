import type { EmbeddedSettings } from '@postern/contracts/sign-in/pages';
import { socialConnector } from '#features/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';

const maxLength = 4096;

function textIn(query: Record<string, unknown>, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : undefined;
}

/** A link to an installed application; web pages must not receive the response of a provider. */
const isApplicationLink = (link: string) =>
  URL.canParse(link) && !/^(?:https?|javascript|data|vbscript|blob|file|about|wss?|ftp):/i.test(link);

const placeOf = (address: string) => {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
};

/** The part of the connector's authorization address that does not depend on the sign-in. */
async function authorizationPlace(app: App, tenantId: string, connectorId: string, redirectUri: string) {
  const connector = await socialConnector(app, tenantId, connectorId);
  const uri = await connector.getAuthorizationUri(
    { state: 'state', redirectUri, jti: 'springboard', headers: {} },
    async () => undefined,
  );
  return placeOf(uri);
}

/**
 * An application shows the sign-in in a web view and opens a browser for the provider, which starts here. Only follows
 * addresses that lead to the provider of a connector and from there to us, not arbitrary ones (attack 13).
 */
export async function readSpringboard(
  app: App,
  tenantId: string,
  query: Record<string, unknown>,
  connectorInPath?: string,
): Promise<EmbeddedSettings['springboard']> {
  const connectorId = connectorInPath ?? textIn(query, 'connectorId');
  const [state, callback] = [textIn(query, 'state'), textIn(query, 'callback')];
  const redirectTo = textIn(query, 'redirectTo');
  if (!connectorId || !state || !callback || !redirectTo || !isApplicationLink(callback) || !URL.canParse(redirectTo)) {
    return undefined;
  }
  const { searchParams } = new URL(redirectTo);
  const redirectUri = `${app.endpointOf(tenantId)}/callback/${encodeURIComponent(connectorId)}`;
  if (searchParams.get('redirect_uri') !== redirectUri || searchParams.get('state') !== state) {
    return undefined;
  }
  try {
    const place = await authorizationPlace(app, tenantId, connectorId, redirectUri);
    return placeOf(redirectTo) === place ? { connectorId, state, callback, redirectTo } : undefined;
  } catch (error) {
    // The connector does not exist or cannot be used, so there is no target.
    if (error instanceof AppError) {
      return undefined;
    }
    throw error;
  }
}
