import { brandStyles } from '@postern/contracts/brand';
import { chooseLanguage } from '@postern/contracts/choose-language';
import type { SignInExperience } from '@postern/contracts/sign-in-experience';
import { supportedLanguages } from '@postern/contracts/wire';
import { embedStyle, escapeHtml } from '#platform/pages';

/** What the request asks for, then what the browser prefers where the tenant lets it, then the tenant's own. */
export function languageOf(
  { languageInfo }: SignInExperience,
  uiLocales: unknown,
  preferred: string[],
  languages: readonly string[] = supportedLanguages,
): string {
  const { autoDetect, fallbackLanguage } = languageInfo;
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ') : [];
  return chooseLanguage([...asked, ...(autoDetect ? preferred : []), fallbackLanguage], languages, 'en');
}

function iconsOf({ favicon, darkFavicon }: SignInExperience['branding']): string {
  const link = (address: string, more = '') => `<link rel="icon" href="${escapeHtml(address)}"${more}>`;
  const dark = darkFavicon ? link(darkFavicon, ' media="(prefers-color-scheme:dark)"') : '';
  return link(favicon || darkFavicon || 'data:,') + dark;
}

/** Title, icon, colors and custom style of a page that wears a tenant's or an application's looks. */
export function brandedHead({ color, branding, customCss }: SignInExperience, title: string, nonce: string): string {
  return [
    `<title>${escapeHtml(title)}</title>`,
    iconsOf(branding),
    // The preview takes these two away and puts what is typed in their place.
    embedStyle(nonce, brandStyles(color), 'postern-brand'),
    customCss ? embedStyle(nonce, customCss, 'postern-custom-css') : '',
  ].join('');
}
