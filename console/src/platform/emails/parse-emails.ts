import { Email } from '@postern/contracts/fields';

export type ParsedEmails = { emails: string[]; invalid: string[] };

/** Splits typed or pasted text into addresses at spaces, line breaks, commas or semicolons. */
export function parseEmails(text: string): ParsedEmails {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  return {
    emails: parts.filter((part) => Email.safeParse(part).success),
    invalid: parts.filter((part) => !Email.safeParse(part).success),
  };
}

/** Adds addresses to the list without duplicates, ignoring case. */
export function mergeEmails(list: readonly string[], more: readonly string[]): string[] {
  const merged = new Map<string, string>();
  for (const email of [...list, ...more]) {
    const key = email.toLowerCase();
    merged.set(key, merged.get(key) ?? email);
  }
  return [...merged.values()];
}
