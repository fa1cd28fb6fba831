import type { IdentifierType } from '@postern/contracts/experience/sign-in-experience';
import type { TFunction } from 'i18next';
import { isChannel, type MethodsValues, type SignInMethod } from './methods-form.ts';

function waysOf({ identifier, password, verificationCode, isPasswordPrimary }: SignInMethod, t: TFunction): string {
  const hasCode = verificationCode && isChannel(identifier);
  if (password && hasCode) {
    return t(isPasswordPrimary ? 'signInMethods.review.passwordThenCode' : 'signInMethods.review.codeThenPassword');
  }
  return t(password ? 'signInMethods.review.passwordOnly' : 'signInMethods.review.codeOnly');
}

/** Lines with the same key are equal: becoming the main identifier is not a new line. */
export type Line = { key: string; text: string };

/** Describes sign-up and sign-in with these values. */
export function describe(values: MethodsValues, t: TFunction): { signUp: Line[]; signIn: Line[] } {
  const { signUpIdentifiers: all, signUpPassword, methods } = values;
  const password = t(signUpPassword ? 'signInMethods.review.withPassword' : 'signInMethods.review.withoutPassword');
  return {
    signUp: [
      ...all.map((key, index) => {
        const identifier = t(`signInMethods.identifiers.${key}`);
        const isMain = index === 0 && all.length > 1;
        return { key, text: isMain ? t('signInMethods.review.mainIs', { identifier }) : identifier };
      }),
      ...(all.length > 0 ? [{ key: password, text: password }] : []),
    ],
    signIn: methods.map((method) => {
      const identifier = t(`signInMethods.identifiers.${method.identifier}`);
      const text = t('signInMethods.review.method', { identifier, ways: waysOf(method, t) });
      return { key: text, text };
    }),
  };
}

/** Identifiers that people can no longer sign in with. */
export function lostIdentifiers(before: MethodsValues, after: MethodsValues): IdentifierType[] {
  const kept = new Set(after.methods.map(({ identifier }) => identifier));
  return before.methods.map(({ identifier }) => identifier).filter((identifier) => !kept.has(identifier));
}
