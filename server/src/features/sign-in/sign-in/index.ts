import type { Feature } from '#platform/app';
import { acceptCallbackForms } from './accept-callback.ts';
import { signInRoutes } from './routes.ts';

export { isSignUpIdentifier, requireFree } from './methods/identifiers.ts';
export { requireGoodPassword, requireOtherPassword } from './methods/require-password.ts';
export { readSpringboard } from './methods/social/springboard.ts';
export { refuseSsoEmail, refuseSsoIdentifier } from './methods/sso/index.ts';
export { reloadSignIn, takeStep, withAttemptRecord } from './run-step.ts';
export { type Detail, gatherDetails } from './steps/add-profile.ts';
export { requireMode } from './steps/require-allowed.ts';
export { readOtherAccount } from './switch-account.ts';

export const signIn: Feature = {
  name: 'sign-in',
  tenantRoutes: (scope) => {
    signInRoutes(scope);
    acceptCallbackForms(scope);
  },
};
