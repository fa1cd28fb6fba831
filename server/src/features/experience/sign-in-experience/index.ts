import type {
  ForgotPasswordMethod,
  FullSignInExperience,
  SignInExperience,
} from '@postern/contracts/experience/sign-in-experience';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { chooseFields, listCustomProfileFields } from '#features/experience/custom-profile-fields';
import { listSocialConnectors, messageChannels } from '#features/messages/connectors';
import type { App, Feature } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { applicationBrand, brandFor, organizationBrand } from './brand.ts';
import { customUiRoutes } from './custom-ui.routes.ts';
import { deleteUnusedCustomUi, removeCustomUiQueue } from './custom-ui.store.ts';
import { removeCustomUi } from './remove-custom-ui.ts';
import { signInExperienceRoutes } from './routes.ts';
import { findPublicCaptcha, findSignInSettings, listSsoConnectors, type SignInSettings } from './store.ts';

export { applicationBrand, brandFor, organizationBrand, publicName } from './brand.ts';
export { checkSettings } from './check-settings.ts';
export { brandedHead, chosenLanguageOf, languageOf } from './head.ts';
export { requireGoodUsername } from './require-username.ts';
export {
  exchangeSignInMode,
  findSignInExperience,
  insertSignInExperience,
  lockSignInExperience,
  switchCaptchaOff,
  updateSignInExperience,
} from './store.ts';
export { findCustomUiFile, maxPageBytes } from './unpack-custom-ui.ts';
export { wellKnown } from './well-known.ts';

/** What the pages need in addition to the settings. */
const additionsOf = (app: App, tenantId: string) =>
  app.cache.get(tenantId, 'sign-in-additions', () =>
    app.tenancy.read(tenantId, async (db) => ({
      customProfileFields: await listCustomProfileFields(db),
      captchaConfig: await findPublicCaptcha(db),
      ssoConnectors: await listSsoConnectors(db),
    })),
  );

async function getSettings(app: App, tenantId: string): Promise<SignInSettings> {
  const settings = await app.cache.get(tenantId, 'sign-in-experience', () =>
    app.tenancy.read(tenantId, findSignInSettings),
  );
  if (!settings) {
    throw new AppError('entity.not_found');
  }
  return settings;
}

export async function getSignInExperience(app: App, tenantId: string): Promise<SignInExperience> {
  const { experience } = await getSettings(app, tenantId);
  return withoutStopped(app, tenantId, experience);
}

/** The scripts of the tenant that take part in sign-ins. Read with the settings, so it takes no query. */
export const enabledActions = async (app: App, tenantId: string): Promise<readonly string[]> =>
  (await getSettings(app, tenantId)).actions;

/** Settings of features that the plan does not include have no effect. They are kept for a plan that does. */
async function withoutStopped(app: App, tenantId: string, experience: SignInExperience): Promise<SignInExperience> {
  if (!app.quota) {
    return experience;
  }
  const { mfa, captchaPolicy, passkeySignIn } = experience;
  const hasMfa = mfa.factors.length === 0 || (await app.quota.has(tenantId, 'mfaEnabled'));
  const hasSecurity = await app.quota.has(tenantId, 'securityFeaturesEnabled');
  const hasOwnPages = await app.quota.has(tenantId, 'bringYourUiEnabled');
  const hasPasskeys = await app.quota.has(tenantId, 'passkeySignInEnabled');
  const hasSso = (await app.quota.running(tenantId, 'enterpriseSsoLimit')) !== 0;
  return {
    ...experience,
    ...(hasSso ? {} : { singleSignOnEnabled: false }),
    ...(hasPasskeys ? {} : { passkeySignIn: { ...passkeySignIn, enabled: false } }),
    ...(hasOwnPages ? {} : { hideLogtoBranding: false }),
    ...(hasMfa ? {} : { mfa: { ...mfa, factors: [], policy: 'NoPrompt' as const }, adaptiveMfa: {} }),
    ...(hasSecurity
      ? {}
      : { captchaPolicy: { ...captchaPolicy, enabled: false }, sentinelPolicy: {}, emailBlocklistPolicy: {} }),
  };
}

/** The settings with derived values: which connectors exist, and whether a password can be recovered. */
export async function getFullSignInExperience(app: App, tenantId: string): Promise<FullSignInExperience> {
  const [experience, tenant, social, channels, { customProfileFields, captchaConfig, ssoConnectors }] =
    await Promise.all([
      getSignInExperience(app, tenantId),
      app.tenants.find(tenantId),
      listSocialConnectors(app, tenantId),
      messageChannels(app, tenantId),
      additionsOf(app, tenantId),
    ]);
  const offered = experience.socialSignInConnectorTargets.flatMap((target) =>
    social.filter((one) => one.target === target),
  );
  const { emailBlocklistPolicy: _, ...shown } = experience;
  const googleOneTap = offered.map((one) => one.googleOneTap).find(Boolean);
  // If not set, all possible methods are allowed.
  const recovers = (method: ForgotPasswordMethod) => experience.forgotPasswordMethods?.includes(method) ?? true;
  return {
    ...shown,
    socialConnectors: offered.map(({ googleOneTap: _oneTap, ...connector }) => connector),
    // The list also says which customers have SSO.
    ssoConnectors: experience.singleSignOnEnabled ? ssoConnectors : [],
    forgotPassword: {
      email: channels.email && recovers('EmailVerificationCode'),
      phone: channels.phone && recovers('PhoneVerificationCode'),
    },
    ...(googleOneTap ? { googleOneTap } : {}),
    isDevelopmentTenant: app.config.edition === 'cloud' && tenant?.tag === 'development',
    ...(captchaConfig ? { captchaConfig } : {}),
    customProfileFields: chooseFields(experience.signUpProfileFields, customProfileFields),
    customProfileFieldCatalog: customProfileFields,
  };
}

function wellKnownRoutes(scope: Scope): void {
  for (const contract of [wellKnownApi.signInExperience, wellKnownApi.experience]) {
    route(scope, contract, async ({ app, tenantId, query }) => {
      const [experience, application, organization] = await Promise.all([
        getFullSignInExperience(app, tenantId),
        applicationBrand(app, tenantId, query.appId),
        organizationBrand(app, tenantId, query.organizationId),
      ]);
      return brandFor(experience, application, organization);
    });
  }
}

export const signInExperience: Feature = {
  name: 'sign-in-experience',
  tenantRoutes: (scope) => {
    wellKnownRoutes(scope);
    signInExperienceRoutes(scope);
    customUiRoutes(scope);
  },
  jobs: [{ name: 'sign-in-experience.unused-custom-ui', everySeconds: 3600, run: deleteUnusedCustomUi }],
  queues: [{ queue: removeCustomUiQueue, run: removeCustomUi }],
};
