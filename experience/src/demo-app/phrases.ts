import { createContext, use } from 'react';
import { loadLanguage } from '../platform/languages.ts';
import { type DemoPhrases, en } from './locales/en.ts';

const others: Record<string, () => Promise<DemoPhrases>> = {
  de: async () => (await import('./locales/de.ts')).de,
};

export const loadDemoPhrases = (language: string) =>
  loadLanguage(others[language.toLowerCase().split('-')[0] ?? ''], en);

export const DemoPhrasesContext = createContext<DemoPhrases>(en);

export const useDemoPhrases = () => use(DemoPhrasesContext);
