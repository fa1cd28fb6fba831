import { chooseLanguage } from '@postern/contracts/choose-language';
import { type ErrorCode, errors } from '@postern/contracts/errors';
import { fillSentence } from '@postern/contracts/field-issues';
import { germanSentences } from './issue-sentences.de.ts';
import { german } from './messages.de.ts';

const languages: Record<string, Record<ErrorCode, string>> = { de: german };
const sentences: Record<string, Readonly<Record<string, string>>> = { de: germanSentences };

const languageOf = (preferred: string[]) => chooseLanguage(preferred, ['en', ...Object.keys(languages)], 'en');

/** The caller's preferred languages, best first: the query parameter `locale`, then Accept-Language by weight. */
export function preferredLanguages(locale: string | undefined, acceptLanguage: string | undefined): string[] {
  const accepted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((one, two) => two.quality - one.quality)
    .map(({ tag }) => tag);
  return locale ? [locale, ...accepted] : accepted;
}

export function messageOf(
  code: ErrorCode,
  values: Record<string, string | number> | undefined,
  preferred: string[],
): string {
  return fillSentence(languages[languageOf(preferred)]?.[code] ?? errors[code][1], values);
}

/** The localized sentence of an issue; falls back to English. */
export function sentenceOf(
  english: string,
  values: Record<string, string | number> | undefined,
  preferred: string[],
): string {
  const known = sentences[languageOf(preferred)];
  // Connectors bring their own sentences, which may equal the name of an Object property.
  return fillSentence((known && Object.hasOwn(known, english) && known[english]) || english, values);
}
