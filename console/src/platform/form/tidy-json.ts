/** Formats well-formed JSON; other text is returned unchanged. */
export function tidyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
