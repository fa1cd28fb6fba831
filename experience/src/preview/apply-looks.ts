import { brandStyles, themeOf } from '@postern/contracts/brand';
import { directionOf } from '@postern/contracts/choose-language';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';

// Constructed style sheets are not inline styles, so the CSP of the page can stay as it is.
const brand = new CSSStyleSheet();
const custom = new CSSStyleSheet();

/** Removes the stored branding from the page, so that the branding sent by the console can be applied. */
export function removeLooks() {
  document.getElementById('postern-brand')?.remove();
  document.getElementById('postern-custom-css')?.remove();
  document.adoptedStyleSheets = [brand, custom];
}

export function applyLooks({ color, customCss }: Pick<SignInExperience, 'color' | 'customCss'>, language: string) {
  brand.replaceSync(brandStyles(color));
  custom.replaceSync(customCss ?? '');
  const { documentElement: html } = document;
  html.dataset.theme = themeOf(color);
  html.lang = language;
  html.dir = directionOf(language);
}
