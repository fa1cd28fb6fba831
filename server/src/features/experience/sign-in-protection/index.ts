import { type SignInProtection, signInProtectionApi } from '@postern/contracts/experience/sign-in-protection';
import { hasEmailConnector, messageChannels } from '#features/messages/connectors';
import type { App, Feature } from '#platform/app';
import { route } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { findSignInProtection, updateSignInProtection } from './store.ts';

export type { StoredSessionPolicy } from './session-policy.store.ts';
export { idleSecondsOf, sessionPolicy, sessionPolicyOf } from './session-policy.ts';

/** From memory: read with every sign-in. */
export const signInProtectionOf = (app: App, tenantId: string): Promise<SignInProtection> =>
  app.cache.get(tenantId, 'sign-in-protection', () => app.tenancy.read(tenantId, findSignInProtection));

/** Whether people get an email about a sign-in from a new device. */
export async function mailsNewDevices(app: App, tenantId: string): Promise<boolean> {
  const { newDeviceEmail } = await signInProtectionOf(app, tenantId);
  if (newDeviceEmail === null) {
    return hasEmailConnector(app, tenantId);
  }
  return newDeviceEmail && (await messageChannels(app, tenantId)).email;
}

export const signInProtection: Feature = {
  name: 'sign-in-protection',
  tenantRoutes: (scope) => {
    route(scope, signInProtectionApi.get, ({ db }) => findSignInProtection(db));
    route(scope, signInProtectionApi.update, {
      changesSettings: true,
      handle: async ({ db, tenantId, body }) => {
        const saved = await updateSignInProtection(db, body);
        await emit(db, { name: 'SignInProtection.Data.Updated', subjectId: tenantId, data: { ...saved } });
        return saved;
      },
    });
  },
};
