import { pagePath } from '#platform/router/page-path.ts';

export const onboardingPath = pagePath('onboarding');
/** The link of an invitation; the server writes it into messages. */
export const acceptPath = pagePath('accept/$invitationId');
export const createFirstTenantPath = pagePath('onboarding/create-tenant');
