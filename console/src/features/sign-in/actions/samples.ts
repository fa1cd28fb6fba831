import { type ActionType, actionKeys } from '@postern/contracts/sign-in/actions';

const person = {
  id: 'aBcDeF123456',
  username: 'ada',
  primaryEmail: 'ada@example.com',
  primaryPhone: null,
  name: 'Ada Lovelace',
  avatar: null,
  customData: { plan: 'pro' },
  profile: { givenName: 'Ada', familyName: 'Lovelace' },
};

/** Events as a sign-in sends them. */
export const eventSamples: Record<ActionType, Record<string, unknown>> = {
  postFirstFactorVerification: {
    key: actionKeys.postFirstFactorVerification,
    interactionEvent: 'SignIn',
    verificationType: 'Password',
    identifier: { type: 'email', value: 'ada@example.com' },
    user: null,
    password: 'a password to try',
  },
  postSignIn: {
    key: actionKeys.postSignIn,
    interactionEvent: 'SignIn',
    user: {
      ...person,
      hasPassword: true,
      isSuspended: false,
      lastSignInAt: 1_767_225_600_000,
      roles: [{ id: 'r1', name: 'Editor', description: '', scopes: [] }],
      organizations: [{ id: 'o1', name: 'Acme', description: null }],
      organizationRoles: [{ organizationId: 'o1', roleId: 'or1', roleName: 'Member' }],
      mfaVerificationFactors: [],
    },
  },
};
