/** Letters similar to i that only some comparisons fold: dotless ı, and i with a combining dot. */
const foldI = (text: string) => text.replaceAll('ı', 'i').replaceAll('i\u0307', 'i');

const withoutLastDots = (name: string) => name.replace(/[.\s]+$/, '');

/**
 * The DNS form of a domain: münchen.de and xn--mnchen-3ya.de are the same. Other dots such as 。 become a dot, and
 * invisible letters disappear, so that dots can be last before and after.
 */
function toDnsName(domain: string): string {
  const name = withoutLastDots(domain);
  const isAscii = /^[ -~]*$/.test(name);
  return !isAscii && URL.canParse(`http://${name}`) ? withoutLastDots(new URL(`http://${name}`).hostname) : name;
}

const fold = (text: string) => foldI(text.normalize('NFKC').trim().toLowerCase());

/** The form of the part after the @ in `normalizeEmail`. */
export const normalizeDomain = (domain: string): string => toDnsName(fold(domain));

/**
 * The only form of an address that is validated, stored, compared and mailed to, so that look-alikes (full-width
 * letters, capitals, dotless i, a trailing dot) can never be two accounts.
 */
export function normalizeEmail(email: string): string {
  const text = fold(email);
  const at = text.lastIndexOf('@');
  return at < 1 ? text : `${text.slice(0, at)}@${toDnsName(text.slice(at + 1))}`;
}
