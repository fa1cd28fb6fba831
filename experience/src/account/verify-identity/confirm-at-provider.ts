import { CallError } from '../../platform/client.ts';
import { findLinkWay, forgetLinkWay, keepLinkWay } from '../../platform/link-way.ts';
import { callbackOf, newState } from '../../platform/provider-way.ts';
import { callVerifications } from './calls.ts';

/** Redirects to a provider where the person has a linked account; the browser returns to this page. */
export async function leaveToConfirm(connectorId: string): Promise<void> {
  const state = newState();
  const { authorizationUri, verificationRecordId } = await callVerifications('beginSocial', {
    body: { connectorId, state, redirectUri: callbackOf(connectorId) },
  });
  const returnTo = window.location.pathname;
  keepLinkWay(connectorId, { state, recordId: verificationRecordId, proof: '', returnTo });
  window.location.assign(authorizationUri);
}

/**
 * The connector of the provider that the browser returns from. Removed from the URL, because a response is valid once.
 */
export function takeConfirmed(): string | undefined {
  const connectorId = new URLSearchParams(window.location.search).get('confirmed') ?? undefined;
  if (connectorId) {
    window.history.replaceState({ inside: true }, '', window.location.pathname);
  }
  return connectorId;
}

/**
 * Submits the provider's response and returns the verified record. `refused` is the message for a failed verification.
 */
export async function finishConfirm(connectorId: string, refused: string): Promise<string> {
  const way = findLinkWay(connectorId);
  forgetLinkWay(connectorId);
  if (!way?.answer || way.answer.error) {
    throw new CallError({ code: 'confirm.refused', message: refused });
  }
  const connectorData = { ...way.answer, redirectUri: callbackOf(connectorId) };
  await callVerifications('verifySocial', { body: { verificationRecordId: way.recordId, connectorData } });
  return way.recordId;
}
