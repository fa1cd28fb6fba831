import type { EmbeddedSettings } from '@postern/contracts/sign-in/pages';
import { socialConnector } from '#features/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';

const maxLength = 4096;

function textIn(query: Record<string, unknown>, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : undefined;
}

/** Back to an application that is installed here; a page on the web has no business with what a provider sends. */
const isApplicationLink = (link: string) =>
  URL.canParse(link) && !/^(?:https?|javascript|data|vbscript|blob|file|about|wss?|ftp):/i.test(link);

const placeOf = (address: string) => {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
};

/** Where the connector itself sends people, as far as it does not depend on the sign-in. */
async function authorizationPlace(app: App, tenantId: string, connectorId: string, redirectUri: string) {
  const connector = await socialConnector(app, tenantId, connectorId);
  const uri = await connector.getAuthorizationUri(
    { state: 'state', redirectUri, jti: 'springboard', headers: {} },
    async () => undefined,
  );
  return placeOf(uri);
}

/**
 * An application shows the sign-in in a web view and opens a browser for the provider, which begins here. Followed is only
 * what leads to the provider of a connector and from there to us: nothing that somebody else wrote (attack 13).
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
    // No such connector, or one that cannot be used: then there is nowhere to go.
    if (error instanceof AppError) {
      return undefined;
    }
    throw error;
  }
}
