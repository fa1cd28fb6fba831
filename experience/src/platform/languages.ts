/** English is in every bundle: it is what remains when a language is unknown or its file does not arrive. */
export async function loadLanguage<Phrases>(
  load: (() => Promise<Phrases>) | undefined,
  english: Phrases,
): Promise<Phrases> {
  try {
    return load ? await load() : english;
  } catch {
    return english;
  }
}

/** Fills the `{{names}}` of a phrase. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}
