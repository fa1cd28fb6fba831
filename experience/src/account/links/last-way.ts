import type { AccountWays } from '@postern/contracts/account/account-verifications';
import type { AccountSettings } from '../settings.ts';

/** What a person can sign in with, as far as it matters for unlinking an account. */
type Held = { ways: Omit<AccountWays, 'social' | 'factors'>; targets: readonly string[] };

/** Whether unlinking this provider would leave no way to sign in. */
export function isLastWay(
  target: string,
  { ways, targets }: Held,
  { experience }: Pick<AccountSettings, 'experience'>,
) {
  const { methods } = experience.signIn;
  const opens = (identifier: 'email' | 'phone') =>
    ways[identifier] !== null && methods.some((method) => method.identifier === identifier && method.verificationCode);
  const byPassword = ways.password && methods.some(({ password }) => password);
  const byProvider = targets.some(
    (other) => other !== target && experience.socialConnectors.some((provider) => provider.target === other),
  );
  return !byPassword && !opens('email') && !opens('phone') && !byProvider;
}
