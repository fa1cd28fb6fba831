import type { CustomUiCsp } from './sign-in-experience.ts';

type Directive = keyof CustomUiCsp;

const schemes: Record<Directive, readonly string[]> = {
  scriptSrc: ['https:'],
  connectSrc: ['https:', 'wss:'],
};

/** Two labels or more, in ASCII, as the URL parser writes them. */
const host = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d](?:[a-z\d-]*[a-z\d])?$/;

/** For pages that run on the machine of their developer. */
const isLocal = ({ protocol, hostname, port }: URL) => protocol === 'http:' && hostname === 'localhost' && port !== '';

type Judged = { source: string } | { fault: string };

/**
 * The source as it is written into the header, or the first fault. It is put together from the parts of the parsed URL:
 * what could end a source, a directive or a policy (CSP 3 §2.2) does not get into it.
 */
export function judgeSource(directive: Directive, given: string, isProduction: boolean): Judged {
  const text = given.trim();
  if (text === '') {
    return { fault: 'empty_source' };
  }
  if (text.includes(';')) {
    return { fault: 'semicolon_not_allowed' };
  }
  if (text.startsWith("'")) {
    return { fault: 'csp_keyword_not_supported' };
  }
  if (!URL.canParse(text)) {
    return { fault: 'malformed_url' };
  }
  const url = new URL(text);
  if (url.username || url.password || /[?#]/.test(text)) {
    return { fault: 'disallowed_url_parts' };
  }
  if (!schemes[directive].includes(url.protocol) && (isProduction || !isLocal(url))) {
    return { fault: 'unsupported_scheme' };
  }
  const { hostname } = url;
  if (hostname.includes('*') && !(hostname.startsWith('*.') && host.test(hostname.slice(2)))) {
    return { fault: 'malformed_wildcard_host' };
  }
  if (!hostname.includes('*') && hostname !== 'localhost' && !host.test(hostname)) {
    return { fault: 'malformed_host' };
  }
  const path =
    url.pathname === '/'
      ? ''
      : url.pathname.replace(
          /[^\w\-./~%!$&()*+=:@]/g,
          (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
        );
  return { source: `${url.protocol}//${url.host}${path}` };
}
