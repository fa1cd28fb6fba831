import type { Feature } from '#platform/app';
import { acceptCallbackForms } from './accept-callback.ts';
import { signInRoutes } from './routes.ts';

export { type Deferred, isProven, type SignInState, type VerificationRecord } from './gather.ts';
export { findInteraction, loadSignIn, requireStarted, type SignIn, type Started } from './interaction.ts';
export { requireFree } from './methods/find-by-address.ts';
export { requireGoodPassword, requireOtherPassword } from './methods/password/index.ts';
export { refuseEmail } from './methods/refuse-email.ts';
export { isSignUpIdentifier } from './methods/sign-up-identifier.ts';
export { readSpringboard } from './methods/social/springboard.ts';
export { reloadSignIn, takeStep, withTrail } from './run-step.ts';
export { readOtherAccount } from './stay.ts';
export { type Detail, gatherDetails } from './steps/add-profile.ts';
export { requireMode } from './steps/require-mode.ts';
export { demandedProfile } from './steps/require-profile.ts';

export const signIn: Feature = {
  name: 'sign-in',
  tenantRoutes: (scope) => {
    signInRoutes(scope);
    acceptCallbackForms(scope);
  },
};
