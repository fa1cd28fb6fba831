import { connectorsApi, type TestConnector } from '@postern/contracts/messages/connectors';
import { recordSent, takeMessage } from '#features/messages/message-limits';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { newId } from '#platform/secrets/ids';
import { brandOf } from './brand.ts';
import { requireCallable, requireValidConfig, withoutEmpty } from './check-config.ts';
import { use } from './instance.ts';
import type { Factory } from './load.ts';
import { createConnector } from './open.ts';
import { findFactoryFor } from './operator-service.ts';
import { socialConnector } from './social.ts';

/** The kind and the recipient of the message, which must match the factory. */
function recipientOf({ type }: Factory, { phone, email }: TestConnector): { kind: 'Email' | 'Sms'; to: string } {
  if (type === 'Social') {
    throw new AppError('connector.unexpected_type');
  }
  if (phone === undefined && email === undefined) {
    throw new AppError('connector.insufficient_request_parameters');
  }
  const to = type === 'Sms' ? phone : email;
  if (to === undefined) {
    throw new AppError('connector.not_found', { values: { type: type === 'Sms' ? 'Email' : 'Sms' }, status: 400 });
  }
  return { kind: type, to };
}

async function sendTest(app: App, tenantId: string, factory: Factory, body: TestConnector, ip: string): Promise<void> {
  const { kind, to } = recipientOf(factory, body);
  const config = withoutEmpty(body.config);
  requireValidConfig(factory, config);
  await requireCallable(app, factory, config);
  const type = 'Generic';
  // Administrators may test several configs in a row; the hourly limits still apply.
  await takeMessage(app, tenantId, { kind, to, type, ip }, { isBurstLimited: false, isFree: false });
  const { locale } = body;
  await use(app, factory, config, async () => {
    const connector = await createConnector(app, tenantId, factory, config);
    if (connector.type !== 'Social') {
      const payload = { code: '000000', ...(locale ? { locale } : {}) };
      await connector.sendMessage({ to, type, payload, ip, brand: await brandOf(app, tenantId, payload) }, config);
      await recordSent(app, tenantId, kind);
    }
  });
}

export function connectorUseRoutes(scope: Scope): void {
  route(scope, connectorsApi.test, {
    respond: async ({ app, tenantId, params: { factoryId }, body, request }) => {
      const factory = await findFactoryFor(app, tenantId, factoryId, body.config);
      if (!factory) {
        throw new AppError('entity.not_found');
      }
      await sendTest(app, tenantId, factory, body, request.ip);
    },
  });

  route(scope, connectorsApi.authorizationUri, {
    respond: async ({ app, tenantId, params: { connectorId }, body: { state, redirectUri }, request }) => {
      if (!state || !URL.canParse(redirectUri)) {
        throw new AppError('session.insufficient_info');
      }
      const connector = await socialConnector(app, tenantId, connectorId);
      const userAgent = request.headers['user-agent'];
      const redirectTo = await connector.getAuthorizationUri(
        { state, redirectUri, jti: newId(), headers: userAgent ? { userAgent } : {}, keepsSession: false },
        // There is no sign-in in which a session could be stored.
        async () => undefined,
      );
      return { redirectTo };
    },
  });
}
