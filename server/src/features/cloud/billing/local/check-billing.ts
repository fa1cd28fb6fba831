import type { InvoiceParty } from '@postern/contracts/cloud/billing';
import { canWrite } from '../encode-text.ts';

export type BillingProblem = 'billingName' | 'billingAddress' | 'billingLetters';

const maxLength = 120;
const maxLines = 5;

/** Removes control characters and repeated spaces, which do not belong on an invoice. */
const tidy = (text: string) =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength);

/** Validates the form: name and address are required, and all text must be printable. */
export function checkBilling(form: URLSearchParams): { billing: InvoiceParty } | { problem: BillingProblem } {
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
  const isPrintable = [name, ...address, taxId ?? ''].every(canWrite);
  return isPrintable ? { billing: { name, address, taxId } } : { problem: 'billingLetters' };
}
