/** Script and likely region of a language: readers of Traditional and Simplified Chinese are not the same. */
function likely(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    // Not a valid tag; callers may send anything.
    return undefined;
  }
}

const rightToLeft = ['ar', 'he', 'fa', 'ur'];

export const directionOf = (language: string) => (rightToLeft.includes(language.split('-')[0] ?? '') ? 'rtl' : 'ltr');

/**
 * The first supported language among the preferred ones, in any case and with `-` or `_`; a region falls back to its
 * script, then to its language.
 */
export function chooseLanguage(preferred: readonly string[], supported: readonly string[], fallback: string): string {
  for (const tag of preferred) {
    const wanted = tag.toLowerCase().replaceAll('_', '-');
    const exact = supported.find((candidate) => candidate.toLowerCase() === wanted);
    const related = exact
      ? []
      : supported.filter((candidate) => candidate.toLowerCase().split('-')[0] === wanted.split('-')[0]);
    const full = related.length > 1 ? likely(wanted) : undefined;
    const written = full ? related.filter((candidate) => likely(candidate)?.script === full.script) : [];
    const there = written.find((candidate) => likely(candidate)?.region === full?.region);
    const found = exact ?? there ?? written[0] ?? related[0];
    if (found) {
      return found;
    }
  }
  return fallback;
}
