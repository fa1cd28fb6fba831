import { type CaptchaConfig, captchaApi } from '@postern/contracts/experience/captcha';
import { switchCaptchaOff } from '#features/experience/sign-in-experience';
import type { App, Feature } from '#platform/app';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import { route, type Scope } from '#platform/route';
import { deleteCaptchaProvider, findCaptchaProvider, saveCaptchaProvider } from './store.ts';

export { type CaptchaVerdict, verifyCaptchaToken } from './verify-token.ts';

/** The tenant's provider with its secret; undefined if it has none or its plan does not include captcha. */
export async function captchaConfigOf(app: App, tenantId: string): Promise<CaptchaConfig | undefined> {
  const { config } = await app.cache.get(tenantId, 'captcha-provider', async () => ({
    config: (await app.tenancy.read(tenantId, findCaptchaProvider))?.config,
  }));
  return config && (await app.quota?.has(tenantId, 'securityFeaturesEnabled')) !== false ? config : undefined;
}

function captchaRoutes(scope: Scope): void {
  route(scope, captchaApi.get, async ({ db }) => {
    const provider = await findCaptchaProvider(db);
    if (!provider) {
      throw new AppError('entity.not_found');
    }
    return provider;
  });

  route(scope, captchaApi.save, {
    changesSettings: true,
    handle: async ({ db, body: { config } }) => {
      const provider = await saveCaptchaProvider(db, config);
      await emit(db, { name: 'CaptchaProvider.Data.Updated', subjectId: provider.id, data: { type: config.type } });
      return provider;
    },
  });

  route(scope, captchaApi.remove, {
    changesSettings: true,
    handle: async ({ db }) => {
      const id = await deleteCaptchaProvider(db);
      if (!id) {
        throw new AppError('entity.not_found');
      }
      await switchCaptchaOff(db);
      await emit(db, { name: 'CaptchaProvider.Deleted', subjectId: id });
    },
  });
}

export const captchaProvider: Feature = { name: 'captcha-provider', tenantRoutes: captchaRoutes };
