import { CallError } from '../../platform/client.ts';
import { findLinkWay, forgetLinkWay, saveLinkWay } from '../../platform/link-way.ts';
import { callbackOf, newState } from '../../platform/provider-way.ts';
import { callLinks, callProviders } from './calls.ts';

/** Redirects the browser to a provider; only this tab can handle the return. */
export async function leaveToLink(connectorId: string, proof: string): Promise<void> {
  const state = newState();
  const { authorizationUri, verificationRecordId } = await callProviders('beginSocial', {
    body: { connectorId, state, redirectUri: callbackOf(connectorId) },
  });
  saveLinkWay(connectorId, { state, recordId: verificationRecordId, proof });
  window.location.assign(authorizationUri);
}

export const foreignAnswer = 'link.foreign';
export const refusedAtProvider = 'link.refused';

/** Takes the provider's response once and returns a function that links the account, given a proof. */
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
