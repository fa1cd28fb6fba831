import type { IdentifierType } from '@postern/contracts/sign-in-experience';
import type { TFunction } from 'i18next';
import { isChannel, type MethodsValues, type SignInMethod } from './methods-form.ts';

function waysOf({ identifier, password, verificationCode, isPasswordPrimary }: SignInMethod, t: TFunction): string {
  const hasCode = verificationCode && isChannel(identifier);
  if (password && hasCode) {
    return t(isPasswordPrimary ? 'signInMethods.review.passwordThenCode' : 'signInMethods.review.codeThenPassword');
  }
  return t(password ? 'signInMethods.review.passwordOnly' : 'signInMethods.review.codeOnly');
}

/** How people sign up and in with these values, in words. */
export function describe(values: MethodsValues, t: TFunction): { signUp: string[]; signIn: string[] } {
  const names = values.signUpIdentifiers.map((identifier) => t(`signInMethods.identifiers.${identifier}`));
  const [main, ...further] = names;
  return {
    signUp: main
      ? [
          further.length > 0 ? t('signInMethods.review.mainIs', { identifier: main }) : main,
          ...further,
          t(values.signUpPassword ? 'signInMethods.review.withPassword' : 'signInMethods.review.withoutPassword'),
        ]
      : [],
    signIn: values.methods.map((method) =>
      t('signInMethods.review.method', {
        identifier: t(`signInMethods.identifiers.${method.identifier}`),
        ways: waysOf(method, t),
      }),
    ),
  };
}

/** What people could sign in with before, and cannot any more. */
export function lostIdentifiers(before: MethodsValues, after: MethodsValues): IdentifierType[] {
  const kept = new Set(after.methods.map(({ identifier }) => identifier));
  return before.methods.map(({ identifier }) => identifier).filter((identifier) => !kept.has(identifier));
}
