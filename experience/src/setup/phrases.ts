import { createContext, use } from 'react';
import { useLatest } from '../platform/edited-phrases.ts';
import { loadTranslated } from '../platform/languages.ts';
import en from './phrases.en.json';

export type SetupPhrases = typeof en;

/** Each language is a separate file, loaded on demand. English is in every bundle. */
const files = import.meta.glob<object>('../../../translations/*/people.setup.pages.json', { import: 'default' });

/** The sentences of a language: of exactly this one, else of one like it. */
export const loadSetupPhrases = (language: string) => loadTranslated(language, files, en);

export const SetupPhrasesContext = createContext<SetupPhrases>(en);

export const useSetupPhrases = () => useLatest('people.setup.pages', use(SetupPhrasesContext));
