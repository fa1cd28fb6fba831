import { createContext, use } from 'react';
import { useLatest } from '../platform/edited-phrases.ts';
import { loadTranslated } from '../platform/languages.ts';
import en from './phrases.en.json';

export type DemoPhrases = typeof en;

/** Each language is a separate file, loaded on demand. English is in every bundle. */
const files = import.meta.glob<object>('../../../translations/*/sign-in.demo-app.pages.json', { import: 'default' });

export const loadDemoPhrases = (language: string) => loadTranslated(language, files, en);

export const DemoPhrasesContext = createContext<DemoPhrases>(en);

export const useDemoPhrases = () => useLatest('sign-in.demo-app.pages', use(DemoPhrasesContext));
