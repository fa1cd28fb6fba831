import { prefix } from './prefix.ts';
import { dropFromTab, readFromTab, saveInTab } from './tab-storage.ts';

/** State of a redirect from the account center to a provider, stored in the tab. */
export type LinkWay = {
  /** Binds the response to this tab (RFC 6749 §10.12). */
  state: string;
  recordId: string;
  /** Proof of identity, obtained before the redirect. */
  proof: string;
  /** Set if the redirect is an identity check: the path of the page to return to, with the prefix; nothing is linked. */
  returnTo?: string;
  /** The provider's response. */
  answer?: Record<string, string>;
};

const keyOf = (connectorId: string) => `postern:account:link:${connectorId}`;

export const findLinkWay = (connectorId: string) => readFromTab<LinkWay>(keyOf(connectorId));
export const saveLinkWay = (connectorId: string, way: LinkWay) => saveInTab(keyOf(connectorId), way);
export const forgetLinkWay = (connectorId: string) => dropFromTab(keyOf(connectorId));

/** The page to show after the redirect: the linked accounts, or the page that requested an identity check. */
export function endOfLink(connectorId: string): string {
  const { returnTo } = findLinkWay(connectorId) ?? {};
  return returnTo
    ? `${returnTo}?${new URLSearchParams({ confirmed: connectorId })}`
    : `${prefix}/account/linked-accounts?${new URLSearchParams({ connectorId })}`;
}

/** Stores the response if it belongs to a redirect of the account center; false otherwise. */
export function takeLinkAnswer(connectorId: string, answer: Record<string, string>): boolean {
  const way = findLinkWay(connectorId);
  if (!way || way.state !== answer.state) {
    return false;
  }
  saveLinkWay(connectorId, { ...way, answer });
  return true;
}
