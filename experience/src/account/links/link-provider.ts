import { CallError } from '../../platform/client.ts';
import { findLinkWay, forgetLinkWay, keepLinkWay } from '../../platform/link-way.ts';
import { callbackOf, newState } from '../../platform/provider-way.ts';
import { callLinks, callProviders } from './calls.ts';

/** Sends the browser to a provider; it comes back to this tab and no other. */
export async function leaveToLink(connectorId: string, proof: string): Promise<void> {
  const state = newState();
  const { authorizationUri, verificationRecordId } = await callProviders('beginSocial', {
    body: { connectorId, state, redirectUri: callbackOf(connectorId) },
  });
  keepLinkWay(connectorId, { state, recordId: verificationRecordId, proof });
  window.location.assign(authorizationUri);
}

export const foreignAnswer = 'link.foreign';
export const refusedAtProvider = 'link.refused';

/** Takes what a provider sent back, once; answers what links the account there, when given a proof. */
export async function finishLink(
  connectorId: string,
): Promise<{ proof: string; link: (proof: string) => Promise<void> }> {
  const way = findLinkWay(connectorId);
  forgetLinkWay(connectorId);
  if (!way?.answer) {
    throw new CallError({ code: foreignAnswer, message: '' });
  }
  const { answer, recordId, proof } = way;
  if (answer.error) {
    throw new CallError({ code: refusedAtProvider, message: '' });
  }
  await callProviders('verifySocial', {
    body: { verificationRecordId: recordId, connectorData: { ...answer, redirectUri: callbackOf(connectorId) } },
  });
  const body = { newIdentifierVerificationRecordId: recordId };
  return { proof, link: (given) => callLinks('linkIdentity', { body, proof: given }) };
}
