import { samlConnectorApi } from '@postern/contracts/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { saveVerified } from './assertions.store.ts';
import { socialConnector } from './social.ts';

const maxForm = 512 * 1024;

/** Verifies a response of an identity provider. Returns the callback, where the sign-in of this browser continues. */
async function receive(app: App, tenantId: string, connectorId: string, form: { RelayState?: string | undefined }) {
  const connector = await socialConnector(app, tenantId, connectorId);
  if (!connector.isSaml) {
    throw new AppError('connector.unexpected_type');
  }
  if (!form.RelayState) {
    throw new AppError('session.connector_validation_session_not_found');
  }
  let saml: string | undefined;
  const redirectUri = `${app.endpointOf(tenantId)}/callback/${encodeURIComponent(connectorId)}`;
  const address = await connector.validateSamlAssertion(
    form,
    async () => ({ redirectUri }),
    async (session) => {
      saml = await app.tenancy.write(tenantId, (db) => saveVerified(db, connectorId, session));
    },
  );
  if (!saml) {
    throw new AppError('connector.authorization_failed', { data: { error: 'replayed' } });
  }
  const url = new URL(address);
  url.searchParams.set('saml', saml);
  return url.href;
}

/** The endpoint for identity providers. Their forms come from other sites, so there are no cookies of ours. */
export function samlConnectorRoutes(scope: Scope): void {
  const { server, app } = scope;
  server.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxForm },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    route({ ...scope, server: forms }, samlConnectorApi.accept, {
      respond: async ({ tenantId, params, body, reply }) => {
        const address = await receive(app, tenantId, params.connectorId, body);
        reply.headers({ location: address, 'cache-control': 'no-store' });
      },
    });
  });
}
