/**
 * The language that a user chose in the footer of the hosted pages. The pages store it in a cookie of the tenant, so
 * that the server uses it for the next page. No schema library here: the sign-in pages import it.
 */
export type ChosenLanguage = {
  language: string;
  /** Chosen since the last authorization request: then it overrides the `ui_locales` of that request. */
  isNow: boolean;
};

export const chosenLanguageSeconds = 365 * 86_400;

export const languageCookie = (tenantId: string) => `postern_${tenantId}_language`;

export const printChosenLanguage = ({ language, isNow }: ChosenLanguage) => `${language}${isNow ? '~now' : ''}`;

/** Parses the value of the cookie; undefined if it is invalid. */
export function readChosenLanguage(value: string | undefined): ChosenLanguage | undefined {
  const [, language, now] = /^([\da-z-]{2,35})(~now)?$/i.exec(value ?? '') ?? [];
  return language === undefined ? undefined : { language, isNow: now !== undefined };
}
