import { z } from 'zod';
import { fillSentence, type IssueParams } from './field-issues.ts';

/**
 * Schemes that a browser runs, reads from disk or passes to another program; none of them returns to an application.
 */
const unsafeSchemes = new Set(
  'about blob chrome content data feed file filesystem ftp intent jar javascript livescript mailto mhtml mocha ms-its res resource sms tel vbscript view-source ws wss'
    .split(' ')
    .map((name) => `${name}:`),
);

function parseUrl(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined;
}

const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:';

export function isWebUrl(value: string): boolean {
  const url = parseUrl(value);
  return url !== undefined && isWeb(url);
}

/** Whether browsers and servers read the same host: no 0x7f.1, no ex%61mple.com, no https:host. */
const hasPlainHost = (value: string, { protocol, host }: URL) =>
  host !== '' && value.toLowerCase().startsWith(`${protocol}//${host}`);

const dotSegment = /^(?:\.|%2e){1,2}(?:;.*)?$/i;

/** Proxies and servers interpret these differently, so one of them may use another path. */
function hasTrickyPath(value: string): boolean {
  const path = value.replace(/^[a-z][\d+.a-z-]*:(?:\/\/[^/?]*)?/i, '').split('?')[0] ?? '';
  return /%2f|%5c/i.test(path) || path.split('/').some((part) => dotSegment.test(part));
}

/** A sentence with advice; a tuple if it contains values. */
type Problem = string | [sentence: string, values: Record<string, string>];

const misplacedWildcard = 'Use * only in the host and the path of addresses that start with https:// or http://.';

/** What is wrong with the places of `*` in an address. */
function wildcardProblem(value: string, url: URL): Problem | undefined {
  if (!isWeb(url) || value.slice(value.indexOf('?') + 1 || value.length).includes('*')) {
    return misplacedWildcard;
  }
  if (url.hostname.startsWith('[')) {
    return 'Wildcards do not work with IPv6 hosts. Use a name.';
  }
  const labels = url.hostname.split('.');
  const hasOpenEnd = labels.slice(-2).some((label) => label.includes('*'));
  return url.hostname.includes('*') && (hasOpenEnd || labels.includes(''))
    ? 'Write out at least the last two parts of the host, such as https://*.example.com.'
    : undefined;
}

/** What is wrong with an address that tokens or users are sent to. */
function addressProblem(value: string, mayHaveWildcards = false): Problem | undefined {
  const url = parseUrl(value);
  if (/[^!-~]/.test(value)) {
    return 'Use only ASCII characters without spaces; write international host names as xn--….';
  }
  if (value.includes('\\')) {
    return 'Replace backslashes with slashes.';
  }
  if (!url && mayHaveWildcards && value.includes('*')) {
    return misplacedWildcard;
  }
  if (!url) {
    return 'Use a full address such as https://app.example.com/callback.';
  }
  if (unsafeSchemes.has(url.protocol)) {
    return [
      'Addresses that start with {{scheme}} are not allowed. Use https: or your own scheme.',
      { scheme: url.protocol },
    ];
  }
  if (value.includes('#')) {
    return 'Remove the fragment (the # and the text after it).';
  }
  if (value.includes('*') && !mayHaveWildcards) {
    return 'Wildcards are not allowed. Enter the full address.';
  }
  if (url.username || url.password || /^[a-z][\d+.a-z-]*:\/\/[^/?]*@/i.test(value)) {
    return 'Remove the username and password before the @.';
  }
  if (isWeb(url) && !hasPlainHost(value, url)) {
    return 'Start with the scheme, two slashes and the plain host, such as https://app.example.com.';
  }
  if (hasTrickyPath(value)) {
    return 'Remove . and .. parts and encoded slashes from the path.';
  }
  return value.includes('*') ? wildcardProblem(value, url) : undefined;
}

/**
 * Exact addresses only: no user info, no fragment (RFC 6749 §3.1.2), no wildcard, no scheme a browser would run.
 * Private schemes of native apps such as `com.example.app:/callback` are allowed.
 */
const redirectUriProblem = (value: string, mayHaveWildcards = false): Problem | undefined =>
  addressProblem(value, mayHaveWildcards) ??
  (/^[a-z][\d+.a-z-]*:/.test(value) || isWebUrl(value) ? undefined : 'Write the scheme in lower case.');

export const isRedirectUri = (value: string) => redirectUriProblem(value) === undefined;

/** An address that an application registers. In the host and the path of web addresses, `*` stands for other text. */
const registeredUriProblem = (value: string): Problem | undefined => redirectUriProblem(value, true);

export const isRegisteredUri = (value: string) => registeredUriProblem(value) === undefined;

/** An address that this server calls, or that a browser opens on the web. */
const webAddressProblem = (value: string): Problem | undefined =>
  addressProblem(value) ?? (isWebUrl(value) ? undefined : 'Use an address that starts with https:// or http://.');

function originProblem(value: string): Problem | undefined {
  const problem = webAddressProblem(value);
  const origin = parseUrl(value)?.origin;
  return (
    problem ??
    (origin === value ? undefined : ['Use only scheme, host and port: {{origin}}.', { origin: origin ?? '' }])
  );
}

export const isOrigin = (value: string) => originProblem(value) === undefined;

const address = (problemOf: (value: string) => Problem | undefined) =>
  z
    .string()
    .max(2048)
    .check(({ value, issues }) => {
      const problem = problemOf(value);
      if (problem) {
        const [sentence, values] = typeof problem === 'string' ? [problem] : problem;
        const params: IssueParams = { issue: 'invalid_url', sentence, values };
        issues.push({ code: 'custom', message: fillSentence(sentence, values), params, input: value });
      }
    });

export const WebUrl = z
  .string()
  .max(2048)
  .refine(isWebUrl, {
    error: 'Use an http or https URL.',
    params: { issue: 'invalid_url' } satisfies IssueParams,
  });
export const WebAddress = address(webAddressProblem);
export const RedirectUri = address((value) => redirectUriProblem(value));
export const RegisteredUri = address(registeredUriProblem);
export const Origin = address(originProblem);
