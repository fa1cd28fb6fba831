import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { Connector } from '@postern/contracts/messages/connectors';

/** What stops working without a connector. */
export type Use = 'signIn' | 'signUp' | 'forgotPassword' | 'mfa' | 'social';

type Settings = Pick<
  SignInExperience,
  'signIn' | 'signUp' | 'forgotPasswordMethods' | 'mfa' | 'socialSignInConnectorTargets'
>;
type Known = Pick<Connector, 'id' | 'type' | 'target'>;

function usesOfSender(type: 'Email' | 'Sms', { signIn, signUp, forgotPasswordMethods, mfa }: Settings): Use[] {
  const identifier = type === 'Email' ? 'email' : 'phone';
  const factor = type === 'Email' ? 'EmailVerificationCode' : 'PhoneVerificationCode';
  const isVerified =
    (signUp.verify && signUp.identifiers.includes(identifier)) ||
    (signUp.secondaryIdentifiers ?? []).some(
      (one) => one.verify && (one.identifier === identifier || one.identifier === 'emailOrPhone'),
    );
  return [
    ...(signIn.methods.some((method) => method.identifier === identifier && method.verificationCode)
      ? (['signIn'] as const)
      : []),
    ...(isVerified ? (['signUp'] as const) : []),
    // If nothing is configured, every available sender is offered.
    ...(forgotPasswordMethods?.includes(factor) !== false ? (['forgotPassword'] as const) : []),
    ...(mfa.factors.includes(factor) ? (['mfa'] as const) : []),
  ];
}

/** The sign-in features that need this connector and have no alternative. */
export function findUses(connector: Known, settings: Settings, all: readonly Known[]): Use[] {
  if (connector.type !== 'Social') {
    return usesOfSender(connector.type, settings);
  }
  const isLast = !all.some(({ id, target }) => id !== connector.id && target === connector.target);
  return isLast && settings.socialSignInConnectorTargets.includes(connector.target) ? ['social'] : [];
}
