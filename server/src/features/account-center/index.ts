import { accountCenterApi } from '@postern/contracts/account-center';
import type { Feature } from '#platform/app';
import { emit } from '#platform/events';
import { route, type Scope } from '#platform/route';
import { findAccountCenter, saveAccountCenter } from './store.ts';

function accountCenterRoutes(scope: Scope): void {
  route(
    scope,
    accountCenterApi.get,
    async ({ db, tenantId }) =>
      (await findAccountCenter(db)) ?? {
        tenantId,
        id: 'default',
        enabled: false,
        fields: {},
        webauthnRelatedOrigins: [],
      },
  );

  route(scope, accountCenterApi.update, {
    changesSettings: true,
    handle: async ({ db, body }) => {
      const { webauthnRelatedOrigins: origins, ...rest } = body;
      const saved = await saveAccountCenter(db, {
        ...rest,
        ...(origins ? { webauthnRelatedOrigins: [...new Set(origins)] } : {}),
      });
      await emit(db, { name: 'AccountCenter.Data.Updated', subjectId: saved.id, data: { parts: Object.keys(body) } });
      return saved;
    },
  });
}

export const accountCenter: Feature = { name: 'account-center', tenantRoutes: accountCenterRoutes };
