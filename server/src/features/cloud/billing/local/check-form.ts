import type { InvoiceParty } from '@postern/contracts/cloud/billing';
import { canWrite } from '../write-pdf.ts';

export type BillingProblem = 'billingName' | 'billingAddress' | 'billingCountry' | 'billingLetters';

/** The country is asked for separately and printed as the last line of the address. */
export type Billing = InvoiceParty & { country?: string };

export const printedParty = ({ name, address, taxId, country }: Billing): InvoiceParty => ({
  name,
  address: country ? [...address, country] : address,
  taxId,
});

const maxLength = 120;
const maxLines = 4;

/** Removes control characters and repeated spaces, which do not belong on an invoice. */
const tidy = (text: string) =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength);

/** Validates the form: name, address and country are required, and all text must be printable. */
export function checkBilling(form: URLSearchParams): { billing: Billing } | { problem: BillingProblem } {
  const name = tidy(form.get('name') ?? '');
  const address = (form.get('address') ?? '')
    .split('\n')
    .map(tidy)
    .filter((line) => line !== '')
    .slice(0, maxLines);
  const taxId = tidy(form.get('taxId') ?? '') || null;
  if (name === '') {
    return { problem: 'billingName' };
  }
  if (address.length === 0) {
    return { problem: 'billingAddress' };
  }
  const country = tidy(form.get('country') ?? '');
  if (country === '') {
    return { problem: 'billingCountry' };
  }
  const isPrintable = [name, ...address, country, taxId ?? ''].every(canWrite);
  return isPrintable ? { billing: { name, address, country, taxId } } : { problem: 'billingLetters' };
}

export type GivenCard = { number: string; expiry: string; cvc: string };

/** The stored part of a card: what a receipt shows, and the behavior of the test number. */
export type KeptCard = { brand: string; last4: string; expires: string; failsLater: boolean };

export type CardProblem = 'number' | 'realNumber' | 'expiry' | 'expired' | 'cvc' | 'declined';

/** The test numbers of docs/cloud/billing.md. */
const testCards: Record<string, 'succeeds' | 'declined' | 'failsLater'> = {
  '4242424242424242': 'succeeds',
  '4000000000000002': 'declined',
  '4000000000000341': 'failsLater',
};

/** ISO/IEC 7812-1, annex B. */
function isWellFormed(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return /^\d{12,19}$/.test(digits) && sum % 10 === 0;
}

/** The last day of the month on the card; undefined if it is invalid. */
function readExpiry(text: string): Date | undefined {
  const match = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(text.trim());
  const month = Number(match?.[1]);
  if (!match?.[2] || month < 1 || month > 12) {
    return undefined;
  }
  const year = Number(match[2]) + (match[2].length === 2 ? 2000 : 0);
  return new Date(Date.UTC(year, month, 0));
}

const dayMs = 86_400_000;

/** Returns the accepted card or what is wrong with it. A real card number is never passed on from here. */
export function checkCard(
  { number, expiry, cvc }: GivenCard,
  now = new Date(),
): { card: KeptCard } | { problem: CardProblem } {
  const digits = number.replace(/[\s-]/g, '');
  if (!isWellFormed(digits)) {
    return { problem: 'number' };
  }
  const behaviour = testCards[digits];
  if (!behaviour) {
    return { problem: 'realNumber' };
  }
  const expires = readExpiry(expiry);
  if (!expires) {
    return { problem: 'expiry' };
  }
  if (expires.getTime() + dayMs <= now.getTime()) {
    return { problem: 'expired' };
  }
  if (!/^\d{3,4}$/.test(cvc.trim())) {
    return { problem: 'cvc' };
  }
  if (behaviour === 'declined') {
    return { problem: 'declined' };
  }
  const day = expires.toISOString().slice(0, 10);
  return { card: { brand: 'Visa', last4: digits.slice(-4), expires: day, failsLater: behaviour === 'failsLater' } };
}

type StoredCard = { last4: string | null; expires: string | null; failsLater: boolean };

/** Whether a stored card can be charged again. */
export const canBeChargedAgain = ({ last4, expires, failsLater }: StoredCard, now: Date): boolean =>
  last4 !== null && !failsLater && expires !== null && Date.parse(expires) + dayMs > now.getTime();
