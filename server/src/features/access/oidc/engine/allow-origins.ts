import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import type { App } from '#platform/app';
import { originCheck } from '#platform/http/redirect-uris';
import { originOf } from '#platform/tenancy/addresses';
import { settingsOf } from '../clients/clients.ts';
import { listRegisteredOrigins } from './store.ts';

const credentialsHeader = 'access-control-allow-credentials';

/**
 * Addresses of an application whose origins may send credentials: those configured for CORS and, for a single-page
 * application, its own pages.
 */
function addressesWithCredentials(isSpa: boolean, given: readonly string[], redirectUris: readonly string[]): string[] {
  return [...given, ...(isSpa ? redirectUris : [])];
}

/**
 * Whether a page may read the response for this application. A page that sends credentials, as keycloak-js does, needs
 * a response that allows them for exactly its origin.
 */
export function allowOrigin(app: App, ctx: KoaContextWithOIDC, origin: string, client: Client): boolean {
  const { type, corsAllowedOrigins = [] } = settingsOf(client);
  // The API reference on the admin origin gets tokens with the secret that a person enters, without credentials.
  if (type === 'MachineToMachine' && origin === originOf(app.config.adminEndpoint)) {
    return true;
  }
  const uris = client.redirectUris ?? [];
  if (originCheck(addressesWithCredentials(type === 'SPA', corsAllowedOrigins, uris))(origin)) {
    ctx.set(credentialsHeader, 'true');
    return true;
  }
  return originCheck(uris)(origin);
}

const registeredOrigins = (app: App, tenantId: string) =>
  app.cache.get(tenantId, 'oidc-origins', async () => {
    const rows = await app.tenancy.read(tenantId, listRegisteredOrigins);
    return originCheck(
      rows.flatMap(({ type, origins, redirectUris }) =>
        addressesWithCredentials(type === 'SPA', origins, redirectUris),
      ),
    );
  });

/** A preflight request does not name the application, so the registered origins of all applications are allowed. */
export function allowPreflights(app: App, tenantId: string) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const origin = ctx.get('origin');
    if (ctx.method === 'OPTIONS' && origin && ctx.response.get('access-control-allow-origin') === origin) {
      const isRegistered = await registeredOrigins(app, tenantId);
      if (isRegistered(origin)) {
        ctx.set(credentialsHeader, 'true');
      }
    }
  };
}
