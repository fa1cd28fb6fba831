import type { Translation } from './experience/custom-phrases.ts';
import { mergePhrases } from './experience-phrases/merge.ts';

/** A file of `translations`, as it is imported. It may lack texts. */
export type TranslationFile = { default: object };

/** The English phrases with a translation over them: a text that the translation lacks stays English. */
export const overEnglish = <Phrases extends object>(
  english: Phrases,
  { default: translated }: TranslationFile,
): Phrases =>
  // It has the keys of the English phrases, and `npm run phrases` checks the translations.
  mergePhrases(english as Translation, translated as Translation) as Phrases;
