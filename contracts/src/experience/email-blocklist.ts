import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * An email address or a domain after an at sign, for both lists. In each part, `*` stands for any run of characters. Checked in
 * one pass over the text.
 */
export function isListable(item: string): boolean {
  const at = item.lastIndexOf('@');
  const [local, domain] = [item.slice(0, at), item.slice(at + 1)];
  if (item.includes('*')) {
    // Not all domains: an entry of stars and dots would be a mistake.
    const isDomain = domain.includes('.') && /[^*.]/.test(domain) && !/^\.|\.$|\.\./.test(domain);
    return at >= 0 && isDomain && !/\s/.test(item) && !local.includes('@');
  }
  // Labels are not empty, and begin and end with a letter or digit.
  const isDomain = domain.includes('.') && /^[\p{L}\d.-]+$/u.test(domain) && !/^[.-]|[.-]$|\.[.-]|-\./.test(domain);
  return at >= 0 && isDomain && !/[\s@]/.test(local);
}

/** The most entries that each list of a tenant can have. */
export const maxBlocklistEntries = 10_000;

export const emailBlocklistApi = {
  disposableDomains: endpoint({
    auth: { kind: 'management' },
    document: 'management',
    tag: 'Sign-in experience',
    method: 'GET',
    path: '/api/sign-in-exp/default/disposable-domains',
    summary: 'Get the date and the size of the built-in list of disposable email domains.',
    response: z.object({
      /** The day on which the list was published, such as `2026-09-21`. */
      date: z.iso.date(),
      count: z.int(),
    }),
  }),
} as const;
