/** Letters similar to i that only some comparisons fold: dotless ı, and i with a combining dot. */
const foldI = (text: string) => text.replaceAll('ı', 'i').replaceAll('i\u0307', 'i');

/** Not with an expression such as `[.\s]+$`, which takes the square of the length (attack 54). */
function withoutLastDots(name: string): string {
  let end = name.length;
  while (end > 0 && /[.\s]/.test(name.charAt(end - 1))) {
    end -= 1;
  }
  return name.slice(0, end);
}

/**
 * The DNS form of a domain: münchen.de and xn--mnchen-3ya.de are the same. Other dots such as 。 become a dot, and
 * invisible letters disappear, so that dots can be last before and after.
 */
function toDnsName(domain: string): string {
  const name = withoutLastDots(domain);
  const isAscii = /^[ -~]*$/.test(name);
  return !isAscii && URL.canParse(`http://${name}`) ? withoutLastDots(new URL(`http://${name}`).hostname) : name;
}

/** Far more than an address can have: longer texts equal none, and stay as they are. */
const maxLength = 1024;

const fold = (text: string) => foldI(text.normalize('NFKC').trim().toLowerCase());

/** The form of the part after the @ in `normalizeEmail`. */
export const normalizeDomain = (domain: string): string =>
  domain.length > maxLength ? domain : toDnsName(fold(domain));

/**
 * The only form of an address that is validated, stored, compared and mailed to, so that look-alikes (full-width
 * letters, capitals, dotless i, a trailing dot) can never be two accounts.
 */
export function normalizeEmail(email: string): string {
  if (email.length > maxLength) {
    return email;
  }
  const text = fold(email);
  const at = text.lastIndexOf('@');
  return at < 1 ? text : `${text.slice(0, at)}@${toDnsName(text.slice(at + 1))}`;
}
