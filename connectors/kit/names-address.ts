/** Mail programs turn these into links: a host with or without a scheme, and a scheme without slashes. */
const patterns = [
  /(?:^|[^\p{L}\p{N}])(?:[\p{L}\p{N}_-]+\.)+(?:\p{L}{2,}|xn--[a-z\d-]+)(?![\p{L}\p{N}])/iu,
  /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/,
  /[a-z][a-z\d+-]*:[/\\]/i,
  /\b(?:https?|ftp|mailto|tel|sms|javascript|data):\S/i,
  /\bwww\d*\./i,
];

/** Whether a text contains an address of the web or of a mailbox, in any form that a mail program may recognize. */
export function namesAddress(text: string): boolean {
  // Full-width letters and dots are read as usual ones, an ideographic full stop only before a Latin word; invisible characters are not seen.
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/。(?=[a-z])/gi, '.');
  return patterns.some((pattern) => pattern.test(plain));
}
