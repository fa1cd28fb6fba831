import type { XmlElement } from '@xmldom/xmldom';
import { namespaces } from './build-xml.ts';
import { childrenOf, invalid } from './read-message.ts';

const classes = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';
export const usualContext = `${classes}PasswordProtectedTransport`;
/** Sign-ins with a second factor (REFEDS MFA profile). */
export const factorContext = 'https://refeds.org/profile/mfa';

/** The contexts of this server from weak to strong, each with the names that applications have for it. */
const ranks: [context: string, names: string[]][] = [
  [usualContext, [usualContext, `${classes}Password`, `${classes}unspecified`]],
  [factorContext, [factorContext, 'http://schemas.microsoft.com/claims/multipleauthn']],
];

const maxClasses = 20;

function fits(comparison: string, own: number, wanted: number[]): boolean {
  switch (comparison) {
    case 'minimum':
      return wanted.some((rank) => own >= rank);
    case 'better':
      return wanted.every((rank) => own > rank);
    case 'maximum':
      return wanted.some((rank) => own <= rank);
    default:
      return wanted.includes(own);
  }
}

/**
 * The context of the response to a request (saml-core-2.0 §3.3.2.2.1): the weakest that satisfies it, with the name that
 * the request has for it. Null if this server has none.
 */
export function chooseContext(root: XmlElement): string | null {
  const [requested, second] = childrenOf(root, namespaces.samlp, 'RequestedAuthnContext');
  if (second) {
    throw invalid('The message has more than one RequestedAuthnContext.');
  }
  if (!requested) {
    return usualContext;
  }
  const names = childrenOf(requested, namespaces.saml, 'AuthnContextClassRef')
    .slice(0, maxClasses)
    .map((one) => one.textContent?.trim() ?? '');
  const comparison = requested.getAttribute('Comparison') || 'exact';
  const wanted = names.map((name) => ranks.findIndex(([, known]) => known.includes(name)));
  // What is unknown cannot be compared, so only known names count, and `better` than an unknown one is unknown.
  const known = wanted.filter((rank) => rank >= 0);
  if (known.length === 0 || (comparison === 'better' && known.length < wanted.length)) {
    return null;
  }
  const own = ranks.findIndex((_, rank) => fits(comparison, rank, known));
  return ranks[own] ? (names.find((name) => ranks[own]?.[1].includes(name)) ?? ranks[own][0]) : null;
}

/** Whether a context needs a second factor. */
export const needsFactor = (context: string | null): boolean =>
  context !== null && ranks.some(([own, names]) => own === factorContext && names.includes(context));
