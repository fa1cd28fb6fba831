/** Letters that look like an i and that only some comparisons fold: dotless ı, and i with a dot of its own. */
const foldI = (text: string) => text.replaceAll('ı', 'i').replaceAll('i\u0307', 'i');

/** The form in which a name stands in the DNS: münchen.de and xn--mnchen-3ya.de are the same mailbox. */
function normalizeDomain(domain: string): string {
  const name = domain.replace(/\.+$/, '');
  const isAscii = /^[ -~]*$/.test(name);
  return !isAscii && URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
}

/**
 * The one written form of an address: validated, stored, compared and mailed to in this form only, so that look-alikes
 * (full-width letters, capitals, dotless i, a trailing dot) can never stand side by side as two accounts.
 */
export function normalizeEmail(email: string): string {
  const text = foldI(email.normalize('NFKC').trim().toLowerCase());
  const at = text.lastIndexOf('@');
  return at < 1 ? text : `${text.slice(0, at)}@${normalizeDomain(text.slice(at + 1))}`;
}
