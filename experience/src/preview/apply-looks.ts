import { brandStyles, themeOf } from '@postern/contracts/brand';
import { directionOf } from '@postern/contracts/choose-language';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';

// Sheets made by a script are no inline styles, so the page's policy stands as it is.
const brand = new CSSStyleSheet();
const custom = new CSSStyleSheet();

/** Removes the stored looks from the page, so that those of the console can be applied. */
export function removeLooks() {
  document.getElementById('postern-brand')?.remove();
  document.getElementById('postern-custom-css')?.remove();
  document.adoptedStyleSheets = [brand, custom];
}

export function applyLooks({ color, customCss }: SignInExperience, language: string) {
  brand.replaceSync(brandStyles(color));
  custom.replaceSync(customCss ?? '');
  const { documentElement: html } = document;
  html.dataset.theme = themeOf(color);
  html.lang = language;
  html.dir = directionOf(language);
}
