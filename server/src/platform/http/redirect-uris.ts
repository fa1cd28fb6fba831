import { isRedirectUri, isRegisteredUri } from '@postern/contracts/fields';
import { canBeOwned } from './can-be-owned.ts';

/**
 * The one comparison of addresses that browsers return to. Nothing here builds regular expressions, and every step takes
 * time in proportion to the length of the address that is asked for.
 */

/** The text between two `*`, with the table of Knuth, Morris and Pratt: where a search goes on after a mismatch. */
type Piece = { text: string; steps: readonly number[] };

function createPiece(text: string): Piece {
  const steps = [0];
  for (let at = 1, length = 0; at < text.length; at++) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) {
      length = steps[length - 1] ?? 0;
    }
    length += text.charCodeAt(at) === text.charCodeAt(length) ? 1 : 0;
    steps.push(length);
  }
  return { text, steps };
}

/** Where the first occurrence of a piece in `text` after `from` ends; -1 if there is none before `end`. */
function findEnd({ text: piece, steps }: Piece, text: string, from: number, end: number): number {
  if (piece === '') {
    return from;
  }
  for (let at = from, length = 0; at < end; at++) {
    while (length > 0 && text.charCodeAt(at) !== piece.charCodeAt(length)) {
      length = steps[length - 1] ?? 0;
    }
    length += text.charCodeAt(at) === piece.charCodeAt(length) ? 1 : 0;
    if (length === piece.length) {
      return at + 1;
    }
  }
  return -1;
}

type Matches = (text: string) => boolean;

/** Compares with a text in which each `*` stands for at least `least` characters. */
function createMatch(pattern: string, least: 0 | 1): Matches {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) {
    return (text) => text === pattern;
  }
  const pieces = others.map(createPiece);
  return (text) => {
    const end = text.length - last.length - least;
    if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) {
      return false;
    }
    let at = first.length;
    for (const piece of pieces) {
      at = findEnd(piece, text, at + least, end);
      if (at < 0) {
        return false;
      }
    }
    return at <= end;
  };
}

type Wildcard = { address: URL; labels: readonly Matches[]; path: Matches };

function createWildcard(uri: string): Wildcard {
  const address = new URL(uri);
  return {
    address,
    labels: address.hostname.split('.').map((label) => createMatch(label, 1)),
    path: createMatch(address.pathname, 0),
  };
}

function matchesHost({ address, labels }: Wildcard, asked: URL): boolean {
  const given = asked.hostname.split('.');
  return (
    address.protocol === asked.protocol &&
    given.length === labels.length &&
    labels.every((matches, at) => matches(given[at] ?? ''))
  );
}

const isWildcard = (uri: string) => uri.includes('*');

/**
 * The part of a host after the last label with `*`, if everybody can get a name under it: `co.uk` of `*.co.uk`.
 */
export function sharedSuffixOf(uri: string): string | undefined {
  const { hostname } = URL.canParse(uri) ? new URL(uri) : { hostname: '' };
  if (!isWildcard(hostname)) {
    return undefined;
  }
  const labels = hostname.split('.');
  const suffix = labels.slice(labels.findLastIndex(isWildcard) + 1).join('.');
  return canBeOwned(suffix) ? undefined : suffix;
}

/** Whether a registered address counts. Addresses are validated when they are saved and again when they are used. */
export const isUsableUri = (uri: string) => isRegisteredUri(uri) && sharedSuffixOf(uri) === undefined;

const loopbacks = new Set(['localhost', '127.0.0.1', '[::1]']);

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && loopbacks.has(hostname);

function withoutPort(address: URL): string {
  const copy = new URL(address);
  copy.port = '';
  return copy.href;
}

function createUriMatch(uris: readonly string[], anyLoopbackPort: boolean): (asked: URL) => boolean {
  const usable = uris.filter(isUsableUri);
  const wildcards = usable.filter(isWildcard).map(createWildcard);
  const addresses = usable.filter((uri) => !isWildcard(uri)).map((uri) => new URL(uri));
  const exact = new Set(addresses.map(({ href }) => href));
  const loopback = new Set(anyLoopbackPort ? addresses.filter(isLoopback).map(withoutPort) : []);
  return (asked) => {
    const hasAnyPort = anyLoopbackPort && isLoopback(asked);
    return (
      exact.has(asked.href) ||
      (hasAnyPort && loopback.has(withoutPort(asked))) ||
      wildcards.some(
        (one) =>
          (hasAnyPort || one.address.port === asked.port) &&
          one.address.search === asked.search &&
          matchesHost(one, asked) &&
          one.path(asked.pathname),
      )
    );
  };
}

/** By list: that of a client stays the same object until its settings change. */
const remembered = [new WeakMap(), new WeakMap()] as const;

function uriMatch(uris: readonly string[], anyLoopbackPort: boolean): (asked: URL) => boolean {
  const known = remembered[anyLoopbackPort ? 1 : 0];
  const match = known.get(uris) ?? createUriMatch(uris, anyLoopbackPort);
  known.set(uris, match);
  return match;
}

/**
 * Whether an address is one of the registered ones. It has to be an address that could be registered without `*`, so
 * that everybody reads the same host and path in it.
 */
export function matchesUri(uris: readonly string[], value: string, anyLoopbackPort = false): boolean {
  if (value.includes('*') || value.length > 2048) {
    return false;
  }
  return uris.includes(value) || (isRedirectUri(value) && uriMatch(uris, anyLoopbackPort)(new URL(value)));
}

/**
 * Pages without an origin, such as sandboxed frames, send `null`; URL also returns it for the addresses of native
 * applications.
 */
export function originsOf(uris: readonly string[]): string[] {
  return uris.flatMap((uri) => (URL.canParse(uri) ? [new URL(uri).origin] : [])).filter((origin) => origin !== 'null');
}

/** Whether an origin is that of one of these addresses. */
export function originCheck(uris: readonly string[]): (origin: string) => boolean {
  const exact = new Set(originsOf(uris.filter((uri) => !isWildcard(uri))));
  const wildcards = uris.filter((uri) => isWildcard(uri) && isUsableUri(uri)).map(createWildcard);
  return (origin) => {
    if (exact.has(origin)) {
      return true;
    }
    const asked = wildcards.length > 0 && URL.canParse(origin) ? new URL(origin) : undefined;
    return (
      asked !== undefined &&
      asked.origin === origin &&
      !isWildcard(origin) &&
      wildcards.some((one) => one.address.port === asked.port && matchesHost(one, asked))
    );
  };
}
