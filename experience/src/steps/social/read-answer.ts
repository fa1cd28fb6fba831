import type { ProviderWay } from '../../platform/provider-way.ts';

/** The query of the next page when the response is not ours, regardless of stored state. */
export const foreignMark = '?foreign';

type Place = { search: string; hash: string };
type Answer = Record<string, string>;

/** The provider's response: in the query, or for some providers in the fragment. */
export function readAnswer({ search, hash }: Place): Answer {
  return Object.fromEntries([...new URLSearchParams(search), ...new URLSearchParams(hash.slice(1))]);
}

/**
 * The flow that this response ends. Undefined if it did not start in this tab: then the response is foreign or old and
 * must not sign this person in (RFC 6749 §10.12).
 */
export function endOfWay(way: ProviderWay | undefined, answer: Answer, event: ProviderWay['event']) {
  if (answer.credential && !answer.state) {
    // One Tap has no preceding redirect; the server checks its cookie instead.
    return { event, isAgreed: false, search: '', answer } satisfies ProviderWay;
  }
  // Some providers omit the state in error responses, and an error grants nothing.
  const isOurs = way?.state !== undefined && (answer.state === way.state || (answer.error && !answer.state));
  return isOurs ? { ...way, answer } : undefined;
}
