import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { recordLog } from '#features/records/audit';
import { announceLimitedGrants } from '#features/records/webhooks';
import type { App } from '#platform/app';
import { onBehalfOf } from '#platform/http/actor';
import { signInContextOf } from '#platform/http/injected-headers';
import { settingsOf } from '../clients/clients.ts';
import { digest } from '../engine/adapter.ts';
import { endOldestGrants } from './sessions.ts';

const isAuthorized = Symbol('isAuthorized');

/** Notes that the request has issued a code, or has approved a device. */
export function noteAuthorizations(provider: Provider): void {
  provider.on('authorization.success', (ctx: KoaContextWithOIDC) => {
    Object.assign(ctx.state, { [isAuthorized]: true });
  });
}

/** After an authorization that is stored: revokes the oldest grants of the user beyond the limit of the application. */
export async function endSurplusGrants(app: App, tenantId: string, ctx: KoaContextWithOIDC): Promise<void> {
  // Undefined at addresses that the engine does not have.
  const { client, account, entities } = ctx.oidc ?? {};
  const maxGrants = client && settingsOf(client).maxAllowedGrants;
  const { [isAuthorized]: isDone } = ctx.state as { [isAuthorized]?: boolean };
  if (!isDone || maxGrants === undefined || !client || !account || !entities?.Grant) {
    return;
  }
  const { clientId } = client;
  const userId = account.accountId;
  const key = digest(entities.Grant.jti);
  const { ended, activeBefore } = await app.tenancy.write(tenantId, (db) =>
    endOldestGrants(db, userId, { clientId, key, maxGrants }),
  );
  if (ended.length === 0) {
    return;
  }
  const from = { ip: ctx.ip, userAgent: ctx.get('user-agent').slice(0, 512) };
  const grantIds = ended.map((grant) => grant.key);
  recordLog(app, tenantId, {
    key: 'RevokeGrants',
    payload: {
      ...from,
      ...signInContextOf(app.config, ctx.req),
      userId,
      applicationId: clientId,
      revokeGrantIds: grantIds,
      reason: 'maxAllowedGrants',
    },
  });
  await onBehalfOf({ type: 'user', id: userId, applicationId: clientId, ...from }, () =>
    announceLimitedGrants(app, tenantId, {
      userId,
      applicationId: clientId,
      revokedGrantIds: grantIds,
      maxAllowedGrants: maxGrants,
      preRevocationActiveGrantCount: activeBefore,
    }),
  );
}
