import { CallError } from '../../platform/client.ts';
import { findLinkWay, forgetLinkWay, keepLinkWay } from '../../platform/link-way.ts';
import { callbackOf, newState } from '../../platform/provider-way.ts';
import { callVerifications } from './calls.ts';

/** Sends the browser to a provider at which the person has a linked account; it comes back to this page. */
export async function leaveToConfirm(connectorId: string): Promise<void> {
  const state = newState();
  const { authorizationUri, verificationRecordId } = await callVerifications('beginSocial', {
    body: { connectorId, state, redirectUri: callbackOf(connectorId) },
  });
  const returnTo = window.location.pathname;
  keepLinkWay(connectorId, { state, recordId: verificationRecordId, proof: '', returnTo });
  window.location.assign(authorizationUri);
}

/** The connector whose provider has just been visited. Takes it out of the address: an answer counts once. */
export function takeConfirmed(): string | undefined {
  const connectorId = new URLSearchParams(window.location.search).get('confirmed') ?? undefined;
  if (connectorId) {
    window.history.replaceState({ inside: true }, '', window.location.pathname);
  }
  return connectorId;
}

/** Hands the provider's answer over; the record that it proves. `refused` are the words for an answer that proves nothing. */
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
