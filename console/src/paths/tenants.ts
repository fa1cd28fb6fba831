import { pagePath } from '#platform/router/page-path.ts';

export const onboardingPath = pagePath('onboarding');
/** The link of an invitation; the server writes it into messages. */
export const acceptPath = pagePath('accept/$invitationId');
export const createFirstTenantPath = pagePath('onboarding/create-tenant');

/** Its link without its end. */
export const bareAcceptPath = pagePath('accept');

/** Known for the sake of old links: below a tenant, what is the same for everybody. */
export const movedPaths = [
  pagePath('$tenantId/callback'),
  pagePath('$tenantId/welcome'),
  pagePath('$tenantId/profile'),
  pagePath('$tenantId/profile/$step'),
];
