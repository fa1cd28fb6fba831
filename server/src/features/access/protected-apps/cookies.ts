/** On https, browsers accept these cookies only from the host itself: no sibling can set them (RFC 6265bis §4.1.3.2). */
const prefix = { https: '__Host-', http: '' };

export type Scheme = keyof typeof prefix;

export const sessionCookie = (scheme: Scheme) => `${prefix[scheme]}postern-proxy-session`;
/** One per sign-in that has begun, so that two tabs do not disturb each other. */
export const signInCookie = (scheme: Scheme, state: string) =>
  `${prefix[scheme]}postern-proxy-sign-in-${state.slice(0, 8)}`;

/** With any prefix and in any case: neither the origin nor a sibling host may write or read them. */
const isOwnCookie = (name: string) => /^(?:__(?:host|secure)-)?postern-proxy-/i.test(name.trim());

type Pair = { name: string; value: string; text: string };

export const readCookies = (header: string | undefined): Pair[] =>
  (header ?? '').split(';').flatMap((part) => {
    const text = part.trim();
    const index = text.indexOf('=');
    return text === '' ? [] : [{ name: text.slice(0, Math.max(0, index)), value: text.slice(index + 1), text }];
  });

/** Undefined if there are several: one of them comes from another host. */
export function findCookie(pairs: Pair[], name: string): string | undefined {
  const found = pairs.filter((pair) => pair.name === name);
  return found.length === 1 ? found[0]?.value : undefined;
}

/** A cookie without a name is sent as its value alone, which can look like one of ours. */
export const foreignCookies = (pairs: Pair[]): string =>
  pairs
    .filter(({ name, value }) => !isOwnCookie(name) && !(name === '' && isOwnCookie(value)))
    .map(({ text }) => text)
    .join('; ');

/**
 * A cookie of the origin for our host only. Undefined for cookies with our names, or without a name, whose value the
 * browser would send as the whole pair.
 */
export function limitCookie(line: string): string | undefined {
  const [pair = '', ...attributes] = line.split(';');
  const index = pair.indexOf('=');
  const name = index < 0 ? '' : pair.slice(0, index).trim();
  if (name === '' || isOwnCookie(name)) {
    return undefined;
  }
  return [pair, ...attributes.filter((one) => !/^\s*domain\s*(?:=|$)/i.test(one))].join(';');
}

export function writeCookie(scheme: Scheme, name: string, value: string, maxAge: number): string {
  const secure = scheme === 'https' ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

export const clearCookie = (scheme: Scheme, name: string) =>
  `${writeCookie(scheme, name, '', 0)}; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
