import type { Settings } from './settings.ts';

type PhoneNumbers = typeof import('@postern/ui/phone-numbers.ts');

/** The numbering plans of all countries are a third of the page size, so they are a separate chunk. */
let plans: PhoneNumbers | undefined;

/**
 * Loads the numbering plans before the first render. If that fails, people type the country code themselves, and
 * numbers are shown ungrouped.
 */
export async function loadPhones(): Promise<void> {
  plans = await import('@postern/ui/phone-numbers.ts').catch(() => undefined);
}

/** Whether a page may ask for a phone number. */
export function asksForPhones({ signIn, signUp, forgotPassword }: Settings['experience']): boolean {
  const asked: string[] = [
    ...signIn.methods.map(({ identifier }) => identifier),
    ...signUp.identifiers,
    ...(signUp.secondaryIdentifiers ?? []).map(({ identifier }) => identifier),
  ];
  return asked.includes('phone') || asked.includes('emailOrPhone') || Boolean(forgotPassword.phone);
}

const phoneLetters = /^[\d\s().\-/]+$/;

/** Converts Arabic, Persian and full-width digits to ASCII. */
const plainDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) % 16));

/** Whether the number lacks a country code; a leading plus or two zeros indicate one. */
export function isNational(typed: string, whenEmpty = false): boolean {
  const text = plainDigits(typed.trim());
  return plans !== undefined && (text ? phoneLetters.test(text) && !text.startsWith('00') : whenEmpty);
}

/** E.164 digits without the plus. Accounts may have numbers that match no country; these are kept as they are. */
export function readPhone(typed: string, region: string | undefined): string | undefined {
  const text = plainDigits(typed);
  const bare = text.replace(/^(\+|00)/, '').replace(/[\s().\-/]/g, '');
  if (!/^\d{5,}$/.test(bare)) {
    return undefined;
  }
  const isComplete = !isNational(text);
  const known = plans?.readPhone(isComplete ? `+${bare}` : text, isComplete ? undefined : region);
  // No country code begins with a zero (ITU-T E.164): a number of another country than the one that is shown.
  return known ?? (bare.startsWith('0') ? undefined : bare);
}

/** International format, grouped as in its country; can be parsed back. */
export const printPhone = (digits: string) => plans?.printPhone(digits) ?? `+${digits}`;

export const callingCodeOf = (region: string) => (plans?.isRegion(region) ? plans.callingCodeOf(region) : undefined);

export const listRegions = (language: string) => plans?.listRegions(language) ?? [];

/** The region of the first language that has or implies one; the default is the United States. */
export function likelyRegion(languages: readonly string[]): string {
  for (const language of languages) {
    try {
      const { region } = new Intl.Locale(language).maximize();
      if (region && plans?.isRegion(region)) {
        return region;
      }
    } catch {
      // Not a valid language tag; try the next one.
    }
  }
  return 'US';
}
