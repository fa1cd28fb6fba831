import { brandStyles } from '@postern/contracts/brand';
import { chooseLanguage } from '@postern/contracts/choose-language';
import { type ChosenLanguage, languageCookie, readChosenLanguage } from '@postern/contracts/chosen-language';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { supportedLanguages } from '@postern/contracts/wire';
import { embedStyle, escapeHtml } from '#platform/http/pages';

type Wishes = {
  /** `ui_locales` of the request (OpenID Connect Core §3.1.2.1). */
  uiLocales: unknown;
  /** The user's choice in this browser. */
  chosen?: ChosenLanguage | undefined;
  /** The languages of the browser. */
  preferred: readonly string[];
};

/**
 * In this order: the user's choice during this request, the request's ui_locales, the user's earlier choice, the
 * browser's languages if the tenant allows it, the tenant's fallback.
 */
export function languageOf(
  { languageInfo }: Pick<SignInExperience, 'languageInfo'>,
  { uiLocales, chosen, preferred }: Wishes,
  languages: readonly string[] = supportedLanguages,
): string {
  const { autoDetect, fallbackLanguage } = languageInfo;
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ') : [];
  const own = chosen ? [chosen.language] : [];
  const wanted = chosen?.isNow ? [...own, ...asked] : [...asked, ...own];
  return chooseLanguage([...wanted, ...(autoDetect ? preferred : []), fallbackLanguage], languages, 'en');
}

/** The user's choice in the cookie of this browser. */
export function chosenLanguageOf(cookies: string | undefined, tenantId: string): ChosenLanguage | undefined {
  const start = `${languageCookie(tenantId)}=`;
  const pair = cookies?.split(/;\s*/).find((one) => one.startsWith(start));
  return readChosenLanguage(pair?.slice(start.length));
}

function iconsOf({ favicon, darkFavicon }: SignInExperience['branding']): string {
  const link = (address: string, more = '') => `<link rel="icon" href="${escapeHtml(address)}"${more}>`;
  const dark = darkFavicon ? link(darkFavicon, ' media="(prefers-color-scheme:dark)"') : '';
  return link(favicon || darkFavicon || 'data:,') + dark;
}

/** Title, icon, colors and custom style of a page with the branding of a tenant or an application. */
type Looks = Pick<SignInExperience, 'color' | 'branding' | 'customCss'>;

export function brandedHead({ color, branding, customCss }: Looks, title: string, nonce: string): string {
  return [
    `<title>${escapeHtml(title)}</title>`,
    iconsOf(branding),
    // The preview replaces these two while settings are edited.
    embedStyle(nonce, brandStyles(color), 'postern-brand'),
    customCss ? embedStyle(nonce, customCss, 'postern-custom-css') : '',
  ].join('');
}
