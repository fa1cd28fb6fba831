import type { IncomingMessage } from 'node:http';
import { identityTokenHeader } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { foreignCookies, limitCookie, type readCookies } from './cookies.ts';
import type { ProtectedApp } from './find.ts';

/** Headers of a single connection (RFC 9110 §7.6.1). The client library writes its own. */
const hopByHop = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Written by the proxy only. */
const ownNames = new Set(['cookie', 'forwarded', 'host', 'via', 'x-real-ip']);
const ownFamilies = /^(?:x-)?(?:logto|postern)-|^x-forwarded-/;

/** CGI and many frameworks read every other character as `_`, so `Logto_ID.Token` would look like our header. */
const spellingOf = (lower: string) => lower.replace(/[^\da-z]/g, '-');

/** Names that a Connection header lists belong to the connection as well. */
function listedIn(raw: readonly string[]): string[] {
  const listed: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    if (raw[index]?.toLowerCase() === 'connection') {
      listed.push(...(raw[index + 1] ?? '').split(',').map((one) => one.trim().toLowerCase()));
    }
  }
  return listed;
}

type Forwarded = {
  app: ProtectedApp;
  ip: string;
  idToken: string | undefined;
  scheme: string;
  /** The cookies of the request. */
  pairs: ReturnType<typeof readCookies>;
};

/**
 * The user in headers for origins that cannot read an ID token. Those of the client are dropped like all X-Forwarded-*.
 * An address that is not verified is left out, because origins find accounts by it.
 */
function identityHeaders(idToken: string): string[] {
  const { sub, username, email, email_verified: isVerified } = decodeJwt(idToken);
  const values = {
    'x-forwarded-user': sub,
    'x-forwarded-preferred-username': username,
    'x-forwarded-email': isVerified === true ? email : undefined,
  };
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' && /^[!-~]+$/.test(value) ? [name, value] : [],
  );
}

/** The headers that the origin receives, as a flat list. */
export function headersToOrigin(request: IncomingMessage, { app, ip, idToken, scheme, pairs }: Forwarded): string[] {
  const { rawHeaders } = request;
  const listed = listedIn(rawHeaders);
  const sent: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const lower = name.toLowerCase();
    const spelling = spellingOf(lower);
    const isDropped =
      hopByHop.has(lower) || listed.includes(lower) || ownNames.has(spelling) || ownFamilies.test(spelling);
    // A request without a body has no length; the client library writes it if the method needs one.
    if (!isDropped && !(lower === 'content-length' && !hasBody(request))) {
      sent.push(name, rawHeaders[index + 1] ?? '');
    }
  }
  const cookies = foreignCookies(pairs);
  if (cookies) {
    sent.push('cookie', cookies);
  }
  sent.push('host', app.origin.host, 'x-forwarded-host', app.host, 'x-forwarded-proto', scheme, 'x-forwarded-for', ip);
  if (idToken) {
    sent.push(identityTokenHeader, idToken, ...(app.hasIdentityHeaders ? identityHeaders(idToken) : []));
  }
  return sent;
}

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A redirect to the origin itself becomes one to the protected host. */
function translateLocation({ origin, address }: ProtectedApp, value: string): string {
  const target = URL.canParse(value, origin.href) ? new URL(value, origin) : undefined;
  const isAbsolute = /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(value.trim());
  return isAbsolute && target?.origin === origin.origin
    ? `${address}${target.pathname}${target.search}${target.hash}`
    : value;
}

/** Caches in front of the proxy must not store what only a signed-in user may see. */
function keepPrivate(value: string): string {
  const directives = value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !/^(?:public|private|s-maxage)\b/i.test(one));
  return directives.some((one) => /^no-store$/i.test(one)) ? value : ['private', ...directives].join(', ');
}

/** The headers that the client receives, as a flat list. `withSession`: only a signed-in user may see the response. */
export function headersToClient(app: ProtectedApp, raw: readonly string[], withSession: boolean): string[] {
  const listed = listedIn(raw);
  const sent: string[] = [];
  const cacheControl: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const value = raw[index + 1] ?? '';
    const lower = name.toLowerCase();
    if (lower === 'set-cookie') {
      const limited = limitCookie(value);
      sent.push(...(limited ? [name, limited] : []));
    } else if (lower === 'location') {
      sent.push(name, translateLocation(app, value));
    } else if (lower === 'cache-control' && withSession) {
      cacheControl.push(value);
    } else if (!hopByHop.has(lower) && !listed.includes(lower) && lower !== 'alt-svc') {
      sent.push(name, value);
    }
  }
  if (withSession) {
    sent.push('cache-control', keepPrivate(cacheControl.join(', ')));
  }
  return sent;
}
