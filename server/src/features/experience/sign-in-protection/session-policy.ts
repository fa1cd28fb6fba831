import {
  defaultIdleMinutes,
  oidcSessionApi,
  type SessionPolicy,
  sessionPolicyApi,
} from '@postern/contracts/experience/session-policy';
import type { App, Feature } from '#platform/app';
import type { Db } from '#platform/db/db';
import { route } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { findSessionPolicy, type StoredSessionPolicy, saveSessionPolicy } from './session-policy.store.ts';

const none: StoredSessionPolicy = {
  maxMinutes: null,
  idleMinutes: null,
  idleSeconds: null,
  maxSessions: null,
  alwaysConfirmSignOut: false,
  offersSessionChecks: false,
};

/** From memory: sessions are checked with every request of the engine. */
export const sessionPolicyOf = (app: App, tenantId: string): Promise<StoredSessionPolicy> =>
  app.cache.get(tenantId, 'session-policy', async () => (await app.tenancy.read(tenantId, findSessionPolicy)) ?? none);

/** Seconds without use after which a session ends. */
export const idleSecondsOf = ({
  idleSeconds,
  idleMinutes,
}: Pick<StoredSessionPolicy, 'idleSeconds' | 'idleMinutes'>): number =>
  idleSeconds ?? (idleMinutes ?? defaultIdleMinutes) * 60;

const inMinutes = ({ idleSeconds: _, ...policy }: StoredSessionPolicy): SessionPolicy => policy;

async function save(db: Db, tenantId: string, policy: StoredSessionPolicy): Promise<StoredSessionPolicy> {
  const saved = await saveSessionPolicy(db, policy);
  await emit(db, { name: 'SessionPolicy.Data.Updated', subjectId: tenantId, data: { ...saved } });
  return saved;
}

export const sessionPolicy: Feature = {
  name: 'session-policy',
  tenantRoutes: (scope) => {
    route(scope, sessionPolicyApi.get, async ({ db }) => inMinutes((await findSessionPolicy(db)) ?? none));
    route(scope, sessionPolicyApi.save, {
      changesSettings: true,
      handle: async ({ db, tenantId, body }) => {
        const { alwaysConfirmSignOut, offersSessionChecks } = (await findSessionPolicy(db)) ?? none;
        const policy = { alwaysConfirmSignOut, offersSessionChecks, ...body, idleSeconds: null };
        return inMinutes(await save(db, tenantId, policy));
      },
    });
    route(scope, oidcSessionApi.get, async ({ db }) => ({
      ttl: idleSecondsOf((await findSessionPolicy(db)) ?? none),
    }));
    route(scope, oidcSessionApi.update, {
      changesSettings: true,
      handle: async ({ db, tenantId, body: { ttl } }) => {
        const known = (await findSessionPolicy(db)) ?? none;
        const changed = ttl === undefined ? {} : { idleSeconds: ttl, idleMinutes: Math.ceil(ttl / 60) };
        return { ttl: idleSecondsOf(ttl === undefined ? known : await save(db, tenantId, { ...known, ...changed })) };
      },
    });
  },
};
