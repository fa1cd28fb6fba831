import { directionOf } from '@postern/contracts/choose-language';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { PhraseGroup, Phrases } from '#phrases';
import { storageKeys } from '../storage.ts';
import { completePlurals } from './complete-plurals.ts';
import { everyGroup, isLanguage, loadFirst, loadGroup, preferredLanguage } from './languages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'console';
    resources: { console: Phrases };
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

/** The development server sends changed texts, so that a page shows them without losing its input. */
import.meta.hot?.on('postern:phrases', ({ code, group, texts }: { code: string; group: string; texts: object }) => {
  if (i18next.hasResourceBundle(code, namespace)) {
    i18next.addResourceBundle(code, namespace, completePlurals(code, { [group]: texts }), true, true);
    void i18next.changeLanguage(i18next.language);
  }
});

async function addGroups(code: string): Promise<void> {
  const missing = [...wanted].filter((group) => !i18next.exists(group, { lng: code, returnObjects: true }));
  const phrases = await Promise.all(missing.map(async (group) => ({ [group]: await loadGroup(code, group) })));
  for (const one of phrases) {
    i18next.addResourceBundle(code, namespace, completePlurals(code, one), true);
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
