import { type AccountCenter, accountCenterApi } from '@postern/contracts/experience/account-center';
import {
  listCustomProfileFields,
  lockProfileFields,
  refuseWrongFields,
} from '#features/experience/custom-profile-fields';
import type { App, Feature } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { originOf } from '#platform/tenancy/addresses';
import { findAccountCenter, saveAccountCenter } from './store.ts';

export { saveAccountCenter } from './store.ts';

const switchedOff = (tenantId: string): AccountCenter => ({
  tenantId,
  id: 'default',
  enabled: false,
  fields: {},
  webauthnRelatedOrigins: [],
  deleteAccountUrl: null,
  customCss: null,
  profileFields: null,
});

/** What users may see and change in their own account, from the tenant cache. */
export const getAccountCenter = (app: App, tenantId: string): Promise<AccountCenter> =>
  app.cache.get(
    tenantId,
    'account-center',
    async () => (await app.tenancy.read(tenantId, findAccountCenter)) ?? switchedOff(tenantId),
  );

/** While the account center is off, the account API is unavailable. */
async function requireAccountCenter(app: App, tenantId: string): Promise<undefined> {
  if (!(await getAccountCenter(app, tenantId)).enabled) {
    throw new AppError('account_center.not_enabled');
  }
}

function accountCenterRoutes(scope: Scope): void {
  route(
    scope,
    accountCenterApi.get,
    async ({ db, tenantId }) => (await findAccountCenter(db)) ?? switchedOff(tenantId),
  );

  route(scope, accountCenterApi.update, {
    changesSettings: true,
    handle: async ({ db, body }) => {
      const { webauthnRelatedOrigins: origins, ...rest } = body;
      if (body.profileFields) {
        // Locked before the settings, as by the deletion of a field.
        await lockProfileFields(db);
        refuseWrongFields(
          body.profileFields.map(({ name }) => name),
          await listCustomProfileFields(db),
        );
      }
      const saved = await saveAccountCenter(db, {
        ...rest,
        ...(origins ? { webauthnRelatedOrigins: [...new Set(origins)] } : {}),
      });
      const parts = Object.keys(body);
      if (parts.length > 0) {
        await emit(db, { name: 'AccountCenter.Data.Updated', subjectId: saved.id, data: { parts } });
      }
      return saved;
    },
  });

  route(scope, accountCenterApi.getPublic, { respond: ({ app, tenantId }) => getAccountCenter(app, tenantId) });

  // Browsers read it without a token before they offer a passkey of another origin.
  route(scope, accountCenterApi.relatedOrigins, {
    respond: async ({ app, tenantId }) => {
      const own = (await app.domains.endpointsOf(tenantId)).map(originOf);
      const { webauthnRelatedOrigins } = await getAccountCenter(app, tenantId);
      return { origins: [...new Set([...(own.length > 1 ? own : []), ...webauthnRelatedOrigins])] };
    },
  });
}

export const accountCenter: Feature = {
  name: 'account-center',
  guards: { account: requireAccountCenter },
  tenantRoutes: accountCenterRoutes,
};
