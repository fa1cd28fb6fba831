import type { ProviderWay } from '../../platform/provider-way.ts';

/** The query of the next page when the answer is not ours, whatever else the tab remembers. */
export const foreignMark = '?foreign';

type Place = { search: string; hash: string };
type Answer = Record<string, string>;

/** What a provider sent back: in the query, and with some behind the `#`. */
export function readAnswer({ search, hash }: Place): Answer {
  return Object.fromEntries([...new URLSearchParams(search), ...new URLSearchParams(hash.slice(1))]);
}

/**
 * The way that this answer ends. Undefined when it did not begin in this tab: then it is somebody else's answer, or an
 * old one, and must not become this person's sign-in (RFC 6749 §10.12).
 */
export function endOfWay(way: ProviderWay | undefined, answer: Answer, event: ProviderWay['event']) {
  if (answer.credential && !answer.state) {
    // One Tap comes without a way there; the server compares its cookie instead.
    return { event, isAgreed: false, search: '', answer } satisfies ProviderWay;
  }
  // Some providers leave the state out when they refuse, and a refusal opens nothing.
  const isOurs = way?.state !== undefined && (answer.state === way.state || (answer.error && !answer.state));
  return isOurs ? { ...way, answer } : undefined;
}
