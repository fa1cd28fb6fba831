import { directionOf } from '@postern/contracts/choose-language';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { en } from '#locales/en/index.ts';
import type { PhraseGroup } from '#locales/phrases.ts';
import { storageKeys } from '../storage.ts';
import { completePlurals } from './complete-plurals.ts';
import { everyGroup, isLanguage, loadFirst, loadGroup, preferredLanguage } from './languages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'console';
    resources: { console: typeof en };
  }
}

const namespace = 'console';

export async function setUpLanguage(): Promise<void> {
  const language = preferredLanguage([localStorage.getItem(storageKeys.language), ...navigator.languages]);
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: namespace,
    ns: [namespace],
    resources: {},
    // React escapes the output.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await showLanguage(language);
}

/** Groups requested by pages: also loaded for a language selected later. */
const wanted = new Set<PhraseGroup>();

/** Loads the phrases of a page before it is shown. */
export async function loadPhrases(groups: readonly PhraseGroup[]): Promise<void> {
  for (const group of groups) {
    wanted.add(group);
  }
  await addGroups(i18next.language);
}

/** For code that shows texts of all pages. */
export const loadEveryPhrase = async () => loadPhrases(await everyGroup(i18next.language));

async function addGroups(code: string): Promise<void> {
  const missing = [...wanted].filter((group) => !i18next.exists(group, { lng: code, returnObjects: true }));
  const bundles = await Promise.all(missing.map((group) => loadGroup(code, group)));
  for (const bundle of bundles) {
    i18next.addResourceBundle(code, namespace, completePlurals(code, { ...bundle }), true);
  }
}

/** Loads a language and applies it without a reload. */
export async function showLanguage(code: string): Promise<void> {
  if (!isLanguage(code)) {
    return;
  }
  if (!i18next.hasResourceBundle(code, namespace)) {
    i18next.addResourceBundle(code, namespace, completePlurals(code, await loadFirst(code)));
  }
  await addGroups(code);
  await i18next.changeLanguage(code);
  document.documentElement.lang = code;
  document.documentElement.dir = directionOf(code);
}
