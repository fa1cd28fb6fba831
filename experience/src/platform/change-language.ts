import { directionOf } from '@postern/contracts/choose-language';
import { chosenLanguageSeconds, languageCookie, printChosenLanguage } from '@postern/contracts/chosen-language';
import { createContext } from 'react';
import { request } from './client.ts';
import type { Phrases } from './phrases.ts';
import { prefix } from './prefix.ts';
import { readSettings, type Settings } from './settings.ts';

/** Switches the page language and keeps all typed values. */
export const ChangeLanguageContext = createContext<(language: string) => void>((language) => {
  saveChoice(readSettings(), language);
  window.location.reload();
});

/** Stores the choice for the server, which uses it for this and later sign-ins. */
function saveChoice({ experience, cookiePrefix = '' }: Settings, language: string) {
  const value = printChosenLanguage({ language, isNow: true });
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing without TLS and in some browsers
  document.cookie = `${cookiePrefix}${languageCookie(experience.tenantId)}=${value}; path=${prefix || '/'}; max-age=${chosenLanguageSeconds}; samesite=lax${secure}`;
}

/** All phrases of the language, with the tenant's custom phrases. */
async function fetchPhrases(language: string): Promise<Phrases> {
  const query = new URLSearchParams({ lng: language });
  // The server merges custom phrases into the phrases of the same contract.
  const { translation } = (await request(`GET /api/.well-known/phrases?${query}`, {})) as { translation: Phrases };
  return translation;
}

type Show = (settings: Settings, phrases: Phrases) => void | Promise<void>;

/** Called by the control in the footer. On failure the page is reloaded, which also applies the language. */
export function createLanguageChange(settings: Settings, show: Show) {
  let latest = settings.language;
  return async (language: string): Promise<void> => {
    latest = language;
    saveChoice(settings, language);
    try {
      const phrases = await fetchPhrases(language);
      if (latest === language) {
        document.documentElement.lang = language;
        document.documentElement.dir = directionOf(language);
        await show({ ...settings, language }, phrases);
      }
    } catch {
      window.location.reload();
    }
  };
}
