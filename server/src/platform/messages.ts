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

/** The script a language is written in: Chinese of Taiwan and of the mainland are not read by the same people. */
function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script;
  } catch {
    // Not a tag at all; callers send what they like.
    return undefined;
  }
}

/** The first supported language among the preferred ones; a region falls back to its script, then to its language. */
export function chooseLanguage(preferred: readonly string[], supported: readonly string[], fallback: string): string {
  for (const tag of preferred) {
    const wanted = tag.toLowerCase();
    const exact = supported.find((candidate) => candidate.toLowerCase() === wanted);
    const related = exact
      ? []
      : supported.filter((candidate) => candidate.toLowerCase().split('-')[0] === wanted.split('-')[0]);
    const written = related.length > 1 ? scriptOf(wanted) : undefined;
    const found = exact ?? related.find((candidate) => written && scriptOf(candidate) === written) ?? related[0];
    if (found) {
      return found;
    }
  }
  return fallback;
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
