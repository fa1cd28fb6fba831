import type { I18nText } from '@postern/contracts/messages/connectors';

/** A text of a factory in the console language, otherwise in English. */
export const sayIn = (text: I18nText, language: string): string => text[language] ?? text.en;
