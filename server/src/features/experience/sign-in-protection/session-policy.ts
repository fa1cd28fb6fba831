import { type SessionPolicy, sessionPolicyApi } from '@postern/contracts/experience/session-policy';
import type { App, Feature } from '#platform/app';
import { route } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { findSessionPolicy, saveSessionPolicy } from './session-policy.store.ts';

const none: SessionPolicy = { maxMinutes: null, idleMinutes: null, maxSessions: null, alwaysConfirmSignOut: false };

/** From memory: sessions are checked with every request of the engine. */
export const sessionPolicyOf = (app: App, tenantId: string): Promise<SessionPolicy> =>
  app.cache.get(tenantId, 'session-policy', async () => (await app.tenancy.read(tenantId, findSessionPolicy)) ?? none);

export const sessionPolicy: Feature = {
  name: 'session-policy',
  tenantRoutes: (scope) => {
    route(scope, sessionPolicyApi.get, async ({ db }) => (await findSessionPolicy(db)) ?? none);
    route(scope, sessionPolicyApi.save, {
      changesSettings: true,
      handle: async ({ db, tenantId, body }) => {
        const { alwaysConfirmSignOut } = (await findSessionPolicy(db)) ?? none;
        const saved = await saveSessionPolicy(db, { alwaysConfirmSignOut, ...body });
        await emit(db, { name: 'SessionPolicy.Data.Updated', subjectId: tenantId, data: { ...saved } });
        return saved;
      },
    });
  },
};
