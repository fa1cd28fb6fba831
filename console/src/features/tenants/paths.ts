import { pagePath } from '#platform/router/page-path.ts';

export const onboardingPath = pagePath('onboarding');
export const createFirstTenantPath = pagePath('onboarding/create-tenant');
