import type { Feature } from '#platform/app';
import { acceptCallbackForms } from './accept-callback.ts';
import { signInRoutes } from './routes.ts';

export { findInteraction } from './interaction.ts';
export { requireOtherPassword } from './methods/password/index.ts';
export { refuseEmail } from './methods/refuse-email.ts';
export { readSpringboard } from './methods/social/springboard.ts';
export { requireOwnOrigin } from './own-origin.ts';
export { readOtherAccount } from './stay.ts';
export { demandedProfile } from './steps/require-profile.ts';

export const signIn: Feature = {
  name: 'sign-in',
  tenantRoutes: (scope) => {
    signInRoutes(scope);
    acceptCallbackForms(scope);
  },
};
