import { dropFromTab, keepInTab, readFromTab } from './tab-storage.ts';

/** A way from the account center to a provider and back, as the tab in which it began remembers it. */
export type LinkWay = {
  /** Ties what comes back to this tab (RFC 6749 §10.12). */
  state: string;
  recordId: string;
  /** That it is really them, shown before they left. */
  proof: string;
  /** The page on which they were asked to confirm that it is them: then nothing is linked. */
  returnTo?: string;
  /** What the provider sent back. */
  answer?: Record<string, string>;
};

const keyOf = (connectorId: string) => `postern:account:link:${connectorId}`;

export const findLinkWay = (connectorId: string) => readFromTab<LinkWay>(keyOf(connectorId));
export const keepLinkWay = (connectorId: string, way: LinkWay) => keepInTab(keyOf(connectorId), way);
export const forgetLinkWay = (connectorId: string) => dropFromTab(keyOf(connectorId));

/** Where the way ends: the page with the linked accounts, or the one that asked for a confirmation. */
export function endOfLink(connectorId: string): string {
  const { returnTo } = findLinkWay(connectorId) ?? {};
  return returnTo
    ? `${returnTo}?${new URLSearchParams({ confirmed: connectorId })}`
    : `/account/linked-accounts?${new URLSearchParams({ connectorId })}`;
}

/** Keeps the answer when it ends a way of the account center; false when it belongs to something else. */
export function takeLinkAnswer(connectorId: string, answer: Record<string, string>): boolean {
  const way = findLinkWay(connectorId);
  if (!way || way.state !== answer.state) {
    return false;
  }
  keepLinkWay(connectorId, { ...way, answer });
  return true;
}
