import type { IdentifierType, MfaFactor } from '@postern/contracts/experience/sign-in-experience';
import {
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
export function settle<Given extends Values>(values: Given, factors: readonly MfaFactor[]): Given {
  const signUpPassword = values.signUpPassword || needsPassword(values);
  const given = givenAtSignUp(values);
  const missing = [...given].filter((type) => !values.methods.some(({ identifier }) => identifier === type));
  const methods = [...values.methods, ...missing.map((type) => newMethod(type, factors))].map((method) =>
    needsCode({ ...values, signUpPassword }, method.identifier) ? { ...method, verificationCode: true } : method,
  );
  const hasPassword = methods.some(({ password }) => password);
  return { ...values, signUpPassword, methods, forgotPassword: hasPassword ? values.forgotPassword : [] };
}
