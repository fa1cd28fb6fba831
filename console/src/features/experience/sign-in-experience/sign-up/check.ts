import type { MfaFactor } from '@postern/contracts/experience/sign-in-experience';
import { isWebUrl } from '@postern/contracts/fields';
import {
  type Channel,
  type Channels,
  changedParts,
  isChannel,
  type MethodsValues,
  recoveryOf,
  type SignUpIdentifier,
} from './methods-form.ts';

type Reason =
  | 'noEmail'
  | 'noPhone'
  | 'duplicate'
  | 'noFactor'
  | 'codeNeeded'
  | 'emailIsFactor'
  | 'phoneIsFactor'
  | 'webUrl';
type Problem = { path: string; reason: Reason };

const missing = { email: 'noEmail', phone: 'noPhone' } as const;
const asFactor = { email: 'emailIsFactor', phone: 'phoneIsFactor' } as const;

function missingFor(identifier: SignUpIdentifier, isMain: boolean, channels: Channels): Channel | undefined {
  if (identifier === 'emailOrPhone') {
    // The combined identifier needs both channels; as an additional identifier one is enough.
    const closed = (['email', 'phone'] as const).filter((kind) => !channels[kind]);
    return isMain || closed.length === 2 ? closed[0] : undefined;
  }
  return isChannel(identifier) && !channels[identifier] ? identifier : undefined;
}

function signUpProblems({ signUpIdentifiers: all }: MethodsValues, channels: Channels): Problem[] {
  return all.flatMap((identifier, index): Problem[] => {
    const path = `signUpIdentifiers.${index}`;
    const before = all.slice(0, index);
    const isTwice =
      before.includes(identifier) ||
      (isChannel(identifier) && before.includes('emailOrPhone')) ||
      (identifier === 'emailOrPhone' && before.some(isChannel));
    const channel = missingFor(identifier, index === 0, channels);
    return isTwice ? [{ path, reason: 'duplicate' }] : channel ? [{ path, reason: missing[channel] }] : [];
  });
}

function signInProblems(values: MethodsValues, channels: Channels, factors: readonly MfaFactor[]): Problem[] {
  const [main] = values.signUpIdentifiers;
  return values.methods.flatMap(({ identifier, password, verificationCode }, index): Problem[] => {
    const path = `methods.${index}`;
    const hasCode = verificationCode && isChannel(identifier);
    if (!password && !hasCode) {
      return [{ path, reason: 'noFactor' }];
    }
    if (!isChannel(identifier)) {
      return [];
    }
    if (!hasCode) {
      const isMain = main === identifier || main === 'emailOrPhone';
      return isMain && !values.signUpPassword ? [{ path, reason: 'codeNeeded' }] : [];
    }
    return channels[identifier]
      ? factors.includes(recoveryOf[identifier])
        ? [{ path, reason: asFactor[identifier] }]
        : []
      : [{ path, reason: missing[identifier] }];
  });
}

function recoveryProblems({ forgotPassword }: MethodsValues, channels: Channels): Problem[] {
  return forgotPassword.flatMap((method) => {
    const channel = method === 'EmailVerificationCode' ? 'email' : 'phone';
    return channels[channel] ? [] : [{ path: 'forgotPassword', reason: missing[channel] }];
  });
}

/** Errors that the server would report for the changed parts: existing problems do not block other changes. */
export function findProblems(
  values: MethodsValues,
  stored: MethodsValues,
  can: { channels: Channels; factors: readonly MfaFactor[] },
): Problem[] {
  const changed = changedParts(values, stored);
  const { unknownSessionRedirectUrl: url } = values;
  return [
    ...(changed.signUp ? signUpProblems(values, can.channels) : []),
    ...(changed.signUp || changed.signIn
      ? signInProblems(values, can.channels, changed.signIn ? can.factors : [])
      : []),
    ...(changed.forgotPassword ? recoveryProblems(values, can.channels) : []),
    ...(url === '' || isWebUrl(url) ? [] : [{ path: 'unknownSessionRedirectUrl', reason: 'webUrl' as const }]),
  ];
}
