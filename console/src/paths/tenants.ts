import { pagePath } from '#platform/router/page-path.ts';

export const onboardingPath = pagePath('onboarding');
/** The link of an invitation; the server includes it in messages. */
export const acceptPath = pagePath('accept/$invitationId');
export const createFirstTenantPath = pagePath('onboarding/create-tenant');

/** A truncated invitation link. */
export const bareAcceptPath = pagePath('accept');

/** For old links: pages outside of all tenants, below a tenant. */
export const movedPaths = [
  pagePath('$tenantId/callback'),
  pagePath('$tenantId/welcome'),
  pagePath('$tenantId/profile'),
  pagePath('$tenantId/profile/$step'),
];
