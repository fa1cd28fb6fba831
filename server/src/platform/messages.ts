import { chooseLanguage } from '@postern/contracts/choose-language';
import { type ErrorCode, errors } from '@postern/contracts/errors';
import { german } from './messages.de.ts';

const languages: Record<string, Record<ErrorCode, string>> = { de: german };

/** Languages a caller prefers, best first: the query parameter `locale`, then Accept-Language by weight. */
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
  const language = chooseLanguage(preferred, ['en', ...Object.keys(languages)], 'en');
  const template = languages[language]?.[code] ?? errors[code][1];
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values?.[name] ?? '')).trim();
}
