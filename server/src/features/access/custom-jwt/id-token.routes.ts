import {
  defaultExtendedClaims,
  type ExtendedClaim,
  type IdTokenSettings,
  idTokenApi,
} from '@postern/contracts/access/id-token';
import { adminTenantId } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { findIdTokenSettings, saveIdTokenSettings } from './id-token.store.ts';

const unchanged: IdTokenSettings = { enabledExtendedClaims: [...defaultExtendedClaims] };

/** The additional claims of ID tokens. From memory: each token needs them. */
export const extendedClaimsOf = (app: App, tenantId: string): Promise<ReadonlySet<ExtendedClaim>> =>
  app.cache.get(tenantId, 'id-token-claims', async () => {
    const settings = (await app.tenancy.read(tenantId, findIdTokenSettings)) ?? unchanged;
    return new Set(settings.enabledExtendedClaims);
  });

export function idTokenRoutes(scope: Scope): void {
  route(scope, idTokenApi.get, async ({ db }) => (await findIdTokenSettings(db)) ?? unchanged);

  route(scope, idTokenApi.save, {
    changesSettings: true,
    handle: async ({ db, tenantId, body: { enabledExtendedClaims: claims } }) => {
      // The console reads the organizations and roles of its ID tokens.
      if (tenantId === adminTenantId) {
        throw new AppError('jwt_customizer.can_not_create_for_admin_tenant');
      }
      const settings = claims === undefined ? {} : { enabledExtendedClaims: [...new Set(claims)] };
      await emit(db, { name: 'CustomJwt.Data.Updated', subjectId: 'id-token', data: { ...settings } });
      return saveIdTokenSettings(db, settings);
    },
  });
}
