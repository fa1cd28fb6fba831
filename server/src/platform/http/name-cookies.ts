import type { IncomingMessage, ServerResponse } from 'node:http';
import { googleCsrfCookie } from '@postern/contracts/wire';
import type { FastifyInstance } from 'fastify';
import { domainOf } from '#platform/tenancy/custom-domains';
import { isUnder } from './prefix.ts';

/**
 * On https, the names of our cookies begin with `__Host-`: browsers accept such a cookie only from this host itself, so
 * no other host of the domain can set one (RFC 6265bis §4.1.3.2). Below a path of a shared host it is `__Secure-`,
 * because a `__Host-` cookie has the path `/` and would be sent to the neighbors. Features name cookies without it.
 */
type NamePrefix = '__Host-' | '__Secure-';

declare module 'fastify' {
  interface FastifyRequest {
    /** What scripts of our pages put before the names of their cookies; empty with plain HTTP. */
    cookiePrefix: NamePrefix | '';
  }
}

type Dates = {
  /** Before, nodes of a release that knows only plain names may run. */
  prefixedFrom: number;
  /** Until then, a cookie with the plain name is accepted if the browser has none with the prefix. */
  plainUntil: number;
};

export type CookieNames = { setDates(dates: Dates): void; isPrefixed(): boolean; acceptsPlain(): boolean };

export function createCookieNames(): CookieNames {
  let dates: Dates = { prefixedFrom: 0, plainUntil: 0 };
  return {
    setDates: (given) => {
      dates = given;
    },
    isPrefixed: () => Date.now() >= dates.prefixedFrom,
    acceptsPlain: () => Date.now() < dates.plainUntil,
  };
}

/** A `__Host-` cookie has no path, so the path is in its name: `__Host-name~api~saml` is for requests below /api/saml. */
const separator = '~';
/** Browsers send them with every request, and abandoned sign-ins leave some behind. */
const maxPaths = 5;

type Sent = {
  /** The cookies without a prefix. */
  plain: Map<string, string>;
  /** The cookies with the prefix that are for this request, by their plain names. */
  prefixed: Map<string, { value: string | undefined; depth: number }>;
  /** Full names of the cookies with a path in their name, by their plain names, oldest first. */
  withPath: Map<string, string[]>;
};

/** Two cookies with the same `__Host-` name cannot come from a browser, so neither counts. */
function readPairs(header: string): Map<string, string | undefined> {
  const pairs = new Map<string, string | undefined>();
  for (const text of header.split(/;\s*/)) {
    const index = Math.max(0, text.indexOf('='));
    const [name, value] = [text.slice(0, index), text.slice(index + 1)];
    const isPrefixed = name.startsWith('__');
    // Of others, the first one has the longest path.
    if (isPrefixed || !pairs.has(name)) {
      pairs.set(name, pairs.has(name) ? undefined : value);
    }
  }
  return pairs;
}

function sortCookies(header: string, namePrefix: NamePrefix, url: string): Sent {
  const sent: Sent = { plain: new Map(), prefixed: new Map(), withPath: new Map() };
  for (const [name, value] of readPairs(header)) {
    if (!/^__(?:host|secure)-/i.test(name)) {
      sent.plain.set(name, value ?? '');
    } else if (name.startsWith(namePrefix)) {
      const [own = '', ...path] = name.slice(namePrefix.length).split(separator);
      const depth = path.length;
      if (depth > 0) {
        sent.withPath.set(own, [...(sent.withPath.get(own) ?? []), name]);
      }
      const isForThis = depth === 0 || isUnder(`/${path.join('/')}`, url);
      if (isForThis && depth >= (sent.prefixed.get(own)?.depth ?? 0)) {
        sent.prefixed.set(own, { value, depth });
      }
    }
  }
  return sent;
}

/** The header as features read it. The name with the prefix always wins. Google's script sets its cookie by itself. */
function printCookies({ plain, prefixed }: Sent, acceptsPlain: boolean): string {
  const accepted = [...plain].filter(([name]) => name === googleCsrfCookie || (acceptsPlain && !prefixed.has(name)));
  const own = [...prefixed].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]]));
  return [...own, ...accepted].map(([name, value]) => `${name}=${value}`).join('; ');
}

const removal = (name: string, path: string) =>
  `${name}=; Path=${path}; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax; Secure`;

/** A Set-Cookie line with the right name, and those that remove the cookies which it replaces. */
function nameCookie(line: string, namePrefix: NamePrefix, isPrefixed: boolean, sent: Sent): string[] {
  const name = line.slice(0, Math.max(0, line.indexOf('=')));
  const path = /; *path=([^;]*)/i.exec(line)?.[1] ?? '/';
  const isHost = namePrefix === '__Host-';
  const longName = namePrefix + name + (isHost && path !== '/' ? path.replaceAll('/', separator) : '');
  const longPath = isHost ? '/' : path;
  if (!isPrefixed) {
    return sent.prefixed.has(name) ? [line, removal(longName, longPath)] : [line];
  }
  const others = (sent.withPath.get(name) ?? []).filter((other) => other !== longName);
  // A name with a prefix needs both attributes. The engine does not know them when it renews a signature.
  const attributes = line
    .slice(name.length)
    .replace(/; *(?:path=[^;]*|secure(?=;|$))/gi, '')
    .concat(`; Path=${longPath}; Secure`);
  return [
    longName + attributes,
    ...(sent.plain.has(name) ? [removal(name, path)] : []),
    ...others.slice(0, 1 - maxPaths).map((other) => removal(other, '/')),
  ];
}

type Headers = Record<string, string | string[] | number | undefined>;

/**
 * Renames cookies in all responses, whether the framework or the engine writes them: both call `writeHead`, the engine
 * after `setHeader`, the framework with an object.
 */
function nameInResponse(response: ServerResponse, rename: (line: string) => string[]): void {
  const { writeHead } = response;
  const renameAll = (lines: unknown) => [lines].flat().flatMap((line) => rename(String(line)));
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const set = response.getHeader('set-cookie');
    if (set !== undefined) {
      response.setHeader('set-cookie', renameAll(set));
    }
    const headers = rest.at(-1) as Headers | undefined;
    if (headers?.['set-cookie'] !== undefined) {
      headers['set-cookie'] = renameAll(headers['set-cookie']);
    }
    return Reflect.apply(writeHead, response, [status, ...rest]);
  }) as typeof writeHead;
}

/**
 * Adds the prefix to the names of cookies in responses and removes it in requests. During a rolling upgrade plain names
 * are written, which all nodes read; the prefix wins from the start, so that clocks of nodes may differ a little when
 * it begins. Must be added after custom domains.
 */
export function useCookieNames(server: FastifyInstance, endpoint: string, names: CookieNames): void {
  server.decorateRequest('cookiePrefix', '');
  server.addHook('onRequest', (request, reply, done) => {
    if (!(domainOf(request)?.origin ?? endpoint).startsWith('https:')) {
      done();
      return;
    }
    const namePrefix = request.prefix === '' ? '__Host-' : '__Secure-';
    const isPrefixed = names.isPrefixed();
    request.cookiePrefix = isPrefixed ? namePrefix : '';
    const { headers }: IncomingMessage = request.raw;
    const sent = sortCookies(headers.cookie ?? '', namePrefix, request.url);
    if (headers.cookie !== undefined) {
      headers.cookie = printCookies(sent, names.acceptsPlain() || !isPrefixed);
    }
    nameInResponse(reply.raw, (line) => nameCookie(line, namePrefix, isPrefixed, sent));
    done();
  });
}
