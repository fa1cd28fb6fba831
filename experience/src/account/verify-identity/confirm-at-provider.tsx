import { useEffect, useState } from 'react';
import { useSending } from '../../parts/use-sending.ts';
import { CallError } from '../../platform/client.ts';
import { findLinkWay, forgetLinkWay, saveLinkWay } from '../../platform/link-way.ts';
import { callbackOf, newState } from '../../platform/provider-way.ts';
import { useShowSuccess } from '../parts/messages.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { callVerifications } from './calls.ts';

/** Redirects to a provider where the person has a linked account; the browser returns to this page. */
export async function leaveToConfirm(connectorId: string): Promise<void> {
  const state = newState();
  const { authorizationUri, verificationRecordId } = await callVerifications('beginSocial', {
    body: { connectorId, state, redirectUri: callbackOf(connectorId) },
  });
  const returnTo = window.location.pathname;
  saveLinkWay(connectorId, { state, recordId: verificationRecordId, proof: '', returnTo });
  window.location.assign(authorizationUri);
}

/**
 * The connector of the provider that the browser returns from. Removed from the URL, because a response is valid once.
 */
function takeConfirmed(): string | undefined {
  const connectorId = new URLSearchParams(window.location.search).get('confirmed') ?? undefined;
  if (connectorId) {
    window.history.replaceState({ inside: true }, '', window.location.pathname);
  }
  return connectorId;
}

/**
 * Submits the provider's response and returns the verified record. `refused` is the message for a failed verification.
 */
async function finishConfirm(connectorId: string, refused: string): Promise<string> {
  const way = findLinkWay(connectorId);
  forgetLinkWay(connectorId);
  if (!way?.answer || way.answer.error) {
    throw new CallError({ code: 'confirm.refused', message: refused });
  }
  const connectorData = { ...way.answer, redirectUri: callbackOf(connectorId) };
  await callVerifications('verifySocial', { body: { verificationRecordId: way.recordId, connectorData } });
  return way.recordId;
}

/** The server accepts a proof for ten minutes; the last minute is reserved for the change itself. */
const freshMs = 9 * 60_000;

/** A proof is reused for every change while it is valid. It is kept in memory only and lost on reload. */
function createKeeper() {
  let current: { proof: string; until: number } | undefined;
  return {
    keep(proof: string) {
      current = { proof, until: Date.now() + freshMs };
    },
    find: () => (current && Date.now() < current.until ? current.proof : undefined),
    forget() {
      current = undefined;
    },
  };
}

/** The currently valid proof. A return from a provider can also supply one. */
export function useConfirmed() {
  const { verify } = useAccountPhrases();
  const showSuccess = useShowSuccess();
  const { send, alert } = useSending(undefined, { stays: true });
  const [kept] = useState(createKeeper);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the pages open
  useEffect(() => {
    const connectorId = takeConfirmed();
    if (connectorId) {
      send(async () => {
        kept.keep(await finishConfirm(connectorId, verify.notConfirmed));
        showSuccess(verify.confirmed);
      });
    }
  }, []);

  return { kept, alert };
}
