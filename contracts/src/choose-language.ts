/** The script of a language: readers of Traditional and Simplified Chinese are not the same. */
function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script;
  } catch {
    // Not a valid tag; callers may send anything.
    return undefined;
  }
}

const rightToLeft = ['ar', 'he', 'fa', 'ur'];

export const directionOf = (language: string) => (rightToLeft.includes(language.split('-')[0] ?? '') ? 'rtl' : 'ltr');

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
