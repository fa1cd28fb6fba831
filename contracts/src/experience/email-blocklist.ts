import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** An email address, or a domain after an at sign. Checked in one pass over the text. */
export function isBlockable(item: string): boolean {
  const at = item.lastIndexOf('@');
  const [local, domain] = [item.slice(0, at), item.slice(at + 1)];
  const labels = domain.split('.');
  const isDomain = labels.length > 1 && labels.every((label) => /^[\p{L}\d]([\p{L}\d-]*[\p{L}\d])?$/u.test(label));
  return at >= 0 && isDomain && !/[\s@]/.test(local);
}

/** The most entries that a tenant's blocklist can have. */
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
