import type { builtInLanguages } from '../custom-phrases.ts';
import type { Phrases } from './en.ts';

/** One line per language; each is a file of its own, read when somebody speaks it. English is in every bundle. */
const others: Record<Exclude<(typeof builtInLanguages)[number], 'en'>, () => Promise<Phrases>> = {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  it: async () => (await import('./it.ts')).it,
  'pl-PL': async () => (await import('./pl-PL.ts')).plPl,
  'pt-BR': async () => (await import('./pt-BR.ts')).ptBr,
  'pt-PT': async () => (await import('./pt-PT.ts')).ptPt,
  ru: async () => (await import('./ru.ts')).ru,
  'uk-UA': async () => (await import('./uk-UA.ts')).ukUa,
};

/** How to get the phrases of a language: of exactly this one, else of one like it. Undefined where that is English. */
export function phrasesOf(language: string): (() => Promise<Phrases>) | undefined {
  const wanted = language.toLowerCase();
  const [base] = wanted.split('-');
  const known = Object.entries(others);
  const exact = known.find(([tag]) => tag.toLowerCase() === wanted);
  return (exact ?? known.find(([tag]) => tag.toLowerCase().split('-')[0] === base))?.[1];
}
