import { dropFromTab, readFromTab, saveInTab } from '../platform/tab-storage.ts';

type SavedLink = { state: string; link: string };

const keyOf = (connectorId: string) => `postern:callback-link:${connectorId}`;

/** The link by which the application that opened this browser receives the response. */
export const saveCallbackLink = (connectorId: string, kept: SavedLink) => saveInTab(keyOf(connectorId), kept);

/** Returns the link once, and only if the state matches. */
export function findCallbackLink(connectorId: string, state: string | undefined): string | undefined {
  const kept = readFromTab<SavedLink>(keyOf(connectorId));
  dropFromTab(keyOf(connectorId));
  return kept && kept.state === state ? kept.link : undefined;
}

export function linkWith(link: string, answer: Record<string, string>): string {
  return `${link}${link.includes('?') ? '&' : '?'}${new URLSearchParams(answer)}`;
}
