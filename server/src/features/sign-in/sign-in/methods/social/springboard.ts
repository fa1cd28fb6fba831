import { isRedirectUri, isWebUrl } from '@postern/contracts/fields';
import type { EmbeddedSettings } from '@postern/contracts/sign-in/pages';
import { socialConnector } from '#features/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { listNativeRedirectUris } from '../../store.ts';

const maxLength = 4096;

function textIn(query: Record<string, unknown>, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : undefined;
}

const schemeOf = (address: string) => (URL.canParse(address) ? new URL(address).protocol.slice(0, -1) : undefined);

/** The scheme of published SDKs for applications with a web view. */
const sdkScheme = 'logto-callback';

/**
 * A link to an installed application; web pages must not receive the response of a provider. Some schemes look like that
 * of an application but open a page of the web (`intent:`, `microsoft-edge:`, `googlechrome:`), so only these are
 * allowed: those that an application of the tenant registered, and private-use schemes, which have a dot (RFC 8252 §7.1).
 */
async function isApplicationLink(app: App, tenantId: string, link: string): Promise<boolean> {
  const scheme = schemeOf(link);
  if (scheme === undefined || !isRedirectUri(link) || isWebUrl(link)) {
    return false;
  }
  if (scheme === sdkScheme || scheme.includes('.')) {
    return true;
  }
  const registered = await app.tenancy.read(tenantId, listNativeRedirectUris);
  return registered.some((uri) => schemeOf(uri) === scheme);
}

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
  if (!connectorId || !state || !callback || !redirectTo || !URL.canParse(redirectTo)) {
    return undefined;
  }
  const { searchParams } = new URL(redirectTo);
  const redirectUri = `${app.endpointOf(tenantId)}/callback/${encodeURIComponent(connectorId)}`;
  if (searchParams.get('redirect_uri') !== redirectUri || searchParams.get('state') !== state) {
    return undefined;
  }
  if (!(await isApplicationLink(app, tenantId, callback))) {
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
