import type { IdentifierType, MfaFactor } from '@postern/contracts/experience/sign-in-experience';
import { isWebUrl } from '@postern/contracts/fields';
import {
  type Channel,
  type Channels,
  changedParts,
  isChannel,
  type MethodsValues,
  recoveryOf,
  type SignInMethod,
  type SignUpIdentifier,
  signUpIdentifiers,
  typesOf,
} from './methods-form.ts';

type Values = Pick<MethodsValues, 'signUpIdentifiers' | 'signUpPassword' | 'methods' | 'forgotPassword'>;

const givenAtSignUp = ({ signUpIdentifiers: all }: Pick<Values, 'signUpIdentifiers'>) =>
  new Set<IdentifierType>(all.flatMap(typesOf));

/** Identifiers that can still be added at sign-up, without overlap. */
export function identifiersToAdd(values: Pick<Values, 'signUpIdentifiers'>): SignUpIdentifier[] {
  const given = givenAtSignUp(values);
  return signUpIdentifiers.filter((identifier) => typesOf(identifier).every((type) => !given.has(type)));
}

/** A username alone requires a password. */
export const needsPassword = ({ signUpIdentifiers: all }: Pick<Values, 'signUpIdentifiers'>) =>
  all.length > 0 && all.every((identifier) => identifier === 'username');

/** Users who sign up with this address and without a password can only sign in with a code. */
export const needsCode = (values: Pick<Values, 'signUpIdentifiers' | 'signUpPassword'>, identifier: IdentifierType) =>
  isChannel(identifier) && !values.signUpPassword && givenAtSignUp(values).has(identifier);

/** An identifier used for sign-up must also be available for sign-in. */
export const isRequired = (values: Pick<Values, 'signUpIdentifiers'>, identifier: IdentifierType) =>
  givenAtSignUp(values).has(identifier);

export function newMethod(identifier: IdentifierType, factors: readonly MfaFactor[]): SignInMethod {
  const verificationCode = isChannel(identifier) && !factors.includes(recoveryOf[identifier]);
  return { identifier, password: true, verificationCode, isPasswordPrimary: true };
}

/** Derives dependent values: methods for sign-up identifiers, codes without a password, recovery. */
export function deriveValues<Given extends Values>(values: Given, factors: readonly MfaFactor[]): Given {
  const signUpPassword = values.signUpPassword || needsPassword(values);
  const given = givenAtSignUp(values);
  const missing = [...given].filter((type) => !values.methods.some(({ identifier }) => identifier === type));
  const methods = [...values.methods, ...missing.map((type) => newMethod(type, factors))].map((method) =>
    needsCode({ ...values, signUpPassword }, method.identifier) ? { ...method, verificationCode: true } : method,
  );
  const hasPassword = methods.some(({ password }) => password);
  return { ...values, signUpPassword, methods, forgotPassword: hasPassword ? values.forgotPassword : [] };
}

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
