import { dropFromTab, keepInTab, readFromTab } from '../../platform/tab-storage.ts';

type Kept = { state: string; link: string };

const keyOf = (connectorId: string) => `postern:callback-link:${connectorId}`;

/** The application that opened this browser waits for the answer; it is told by the link it gave. */
export const keepCallbackLink = (connectorId: string, kept: Kept) => keepInTab(keyOf(connectorId), kept);

/** Once, and only for the answer to the way that it was given for. */
export function findCallbackLink(connectorId: string, state: string | undefined): string | undefined {
  const kept = readFromTab<Kept>(keyOf(connectorId));
  dropFromTab(keyOf(connectorId));
  return kept && kept.state === state ? kept.link : undefined;
}

export function linkWith(link: string, answer: Record<string, string>): string {
  return `${link}${link.includes('?') ? '&' : '?'}${new URLSearchParams(answer)}`;
}
