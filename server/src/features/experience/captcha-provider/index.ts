import { randomBytes } from 'node:crypto';
import { type CaptchaConfig, captchaApi } from '@postern/contracts/experience/captcha';
import { getSignInExperience, switchCaptchaOff } from '#features/experience/sign-in-experience';
import type { App, Feature } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { isSealed, sealerFor } from '#platform/secrets/seal-column';
import type { SealedColumn } from '#platform/secrets/sealed-columns';
import { challengeKeyOf, sealChallengeKey, sealedChallengeKey } from './challenge-key.ts';
import { createPuzzle } from './proof-of-work.ts';
import { deleteCaptchaProvider, deleteOldUses, findCaptchaProvider, saveCaptchaProvider } from './store.ts';

export { type CaptchaVerdict, verifyCaptchaToken } from './verify-token.ts';

const purposeOf = (tenantId: string) => `captcha/${tenantId}`;
const secretSealer = ({ vault }: App, tenantId: string) => sealerFor(vault, purposeOf(tenantId));

const sealedConfig: SealedColumn = {
  table: 'captcha_providers',
  column: 'config',
  purpose: ({ tenantId }) => purposeOf(tenantId),
  sealPlain(value, { seal }) {
    const config = value as CaptchaConfig;
    return config.type === 'ProofOfWork' || isSealed(config.secretKey)
      ? value
      : { ...config, secretKey: seal(config.secretKey) };
  },
};

/** The tenant's provider with its secret; undefined if it has none or its plan does not include captcha. */
export async function captchaConfigOf(app: App, tenantId: string): Promise<CaptchaConfig | undefined> {
  const { config } = await app.cache.get(tenantId, 'captcha-provider', async () => ({
    config: (await app.tenancy.read(tenantId, (db) => findCaptchaProvider(db, secretSealer(app, tenantId))))?.config,
  }));
  return config && (await app.quota?.has(tenantId, 'securityFeaturesEnabled')) !== false ? config : undefined;
}

function captchaRoutes(scope: Scope): void {
  route(scope, captchaApi.get, async ({ app, db, tenantId }) => {
    const provider = await findCaptchaProvider(db, secretSealer(app, tenantId));
    if (!provider) {
      throw new AppError('entity.not_found');
    }
    return provider;
  });

  route(scope, captchaApi.save, {
    changesSettings: true,
    handle: async ({ app, db, tenantId, body: { config } }) => {
      const key = config.type === 'ProofOfWork' ? randomBytes(32).toString('base64url') : null;
      const sealedKey = key && sealChallengeKey(app, tenantId, key);
      const provider = await saveCaptchaProvider(db, config, sealedKey, secretSealer(app, tenantId));
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

function challengeRoutes(scope: Scope): void {
  route(scope, captchaApi.challenge, {
    respond: async ({ app, tenantId }) => {
      const [config, { captchaPolicy }] = await Promise.all([
        captchaConfigOf(app, tenantId),
        getSignInExperience(app, tenantId),
      ]);
      const key = config?.type === 'ProofOfWork' && captchaPolicy.enabled && (await challengeKeyOf(app, tenantId));
      if (config?.type !== 'ProofOfWork' || !key) {
        throw new AppError('entity.not_found');
      }
      return createPuzzle(key, config.difficulty);
    },
  });
}

export const captchaProvider: Feature = {
  name: 'captcha-provider',
  tenantRoutes: (scope) => {
    captchaRoutes(scope);
    challengeRoutes(scope);
  },
  sealed: [sealedConfig, sealedChallengeKey],
  jobs: [{ name: 'captcha-provider.forget-uses', everySeconds: 3600, run: deleteOldUses }],
};
