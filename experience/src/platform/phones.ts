import type { Settings } from './settings.ts';

type PhoneNumbers = typeof import('@postern/ui/phone-numbers.ts');

/** The numbering plans of all countries weigh as much as a third of the page, so they are a file of their own. */
let plans: PhoneNumbers | undefined;

/**
 * Loads the numbering plans before the first frame. Without them (the network failed) people write the country in front of
 * their number, and numbers are shown as one row of digits.
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

/** Arabic, Persian and full-width digits become those of ASCII. */
const plainDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) % 16));

/** Digits that may still get their country; with a plus or two zeros in front they have it. */
export function isNational(typed: string, whenEmpty = false): boolean {
  const text = plainDigits(typed.trim());
  return plans !== undefined && (text ? phoneLetters.test(text) && !text.startsWith('00') : whenEmpty);
}

/** Digits of E.164 without the plus. Accounts may have numbers that fit no country, so these are taken as they are. */
export function readPhone(typed: string, region: string | undefined): string | undefined {
  const text = plainDigits(typed);
  const bare = text.replace(/^(\+|00)/, '').replace(/[\s().\-/]/g, '');
  if (!/^\d{5,}$/.test(bare)) {
    return undefined;
  }
  const isComplete = !isNational(text);
  return plans?.readPhone(isComplete ? `+${bare}` : text, isComplete ? undefined : region) ?? bare;
}

/** Grouped as in its country, with the country in front; it is read back the same. */
export const printPhone = (digits: string) => plans?.printPhone(digits) ?? `+${digits}`;

export const callingCodeOf = (region: string) => (plans?.isRegion(region) ? plans.callingCodeOf(region) : undefined);

export const listRegions = (language: string) => plans?.listRegions(language) ?? [];

/** The region of the first language that names one or makes one likely; then the United States. */
export function likelyRegion(languages: readonly string[]): string {
  for (const language of languages) {
    try {
      const { region } = new Intl.Locale(language).maximize();
      if (region && plans?.isRegion(region)) {
        return region;
      }
    } catch {
      // Not a language tag. The next one may be.
    }
  }
  return 'US';
}
