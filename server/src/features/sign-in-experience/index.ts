import type { FullSignInExperience, SignInExperience } from '@postern/contracts/sign-in-experience';
import { wellKnownApi } from '@postern/contracts/sign-in-experience';
import { listSocialConnectors, messageChannels } from '#features/connectors';
import type { App, Feature } from '#platform/app';
import { AppError } from '#platform/errors';
import { route, type Scope } from '#platform/route';
import { applicationBrand, brandFor } from './brand.ts';
import { findSignInExperience } from './store.ts';

export { applicationBrand, brandFor, publicName } from './brand.ts';
export { brandedHead, languageOf } from './head.ts';
export { exchangeSignInMode, insertSignInExperience } from './store.ts';

export async function getSignInExperience(app: App, tenantId: string): Promise<SignInExperience> {
  const experience = await app.cache.get(tenantId, 'sign-in-experience', () =>
    app.tenancy.read(tenantId, findSignInExperience),
  );
  if (!experience) {
    throw new AppError('entity.not_found');
  }
  return experience;
}

/** The settings with what they lead to: which connectors exist, whether a password can be recovered. */
export async function getFullSignInExperience(app: App, tenantId: string): Promise<FullSignInExperience> {
  const [experience, tenant, social, channels] = await Promise.all([
    getSignInExperience(app, tenantId),
    app.tenants.find(tenantId),
    listSocialConnectors(app, tenantId),
    messageChannels(app, tenantId),
  ]);
  const offered = experience.socialSignInConnectorTargets.flatMap((target) =>
    social.filter((one) => one.target === target),
  );
  const googleOneTap = offered.map((one) => one.googleOneTap).find(Boolean);
  // Not chosen yet means whatever is possible.
  const recovers = (method: string) => experience.forgotPasswordMethods?.includes(method) ?? true;
  return {
    ...experience,
    socialConnectors: offered.map(({ googleOneTap: _, ...shown }) => shown),
    ssoConnectors: [],
    forgotPassword: {
      email: channels.email && recovers('EmailVerificationCode'),
      phone: channels.phone && recovers('PhoneVerificationCode'),
    },
    ...(googleOneTap ? { googleOneTap } : {}),
    isDevelopmentTenant: app.config.edition === 'cloud' && tenant?.tag === 'development',
    customProfileFields: [],
  };
}

function wellKnownRoutes(scope: Scope): void {
  for (const contract of [wellKnownApi.signInExperience, wellKnownApi.experience]) {
    route(scope, contract, async ({ app, tenantId, query }) => {
      const [experience, brand] = await Promise.all([
        getFullSignInExperience(app, tenantId),
        applicationBrand(app, tenantId, query.appId),
      ]);
      return brandFor(experience, brand);
    });
  }
}

export const signInExperience: Feature = { name: 'sign-in-experience', tenantRoutes: wellKnownRoutes };
