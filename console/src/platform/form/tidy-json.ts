/** Well-formed JSON in its usual form; what is not well-formed stays as it was written. */
export function tidyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
