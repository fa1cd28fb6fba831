import { useEffect, useRef } from 'react';
import { useSending } from '../../parts/use-sending.ts';
import { useTell } from '../parts/tell.tsx';
import { useAccountPhrases } from '../phrases/index.ts';
import { finishConfirm, takeConfirmed } from './confirm-at-provider.ts';

/** A proof counts for ten minutes; the last of them is kept for the change itself. */
const freshMs = 9 * 60_000;

/** Somebody may come back from a provider with a proof for the change that they then begin anew. It is used once. */
export function useConfirmed() {
  const { verify } = useAccountPhrases();
  const tell = useTell();
  const { send, alert } = useSending(undefined, { stays: true });
  const ready = useRef<{ proof: string; until: number }>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the pages open
  useEffect(() => {
    const connectorId = takeConfirmed();
    if (connectorId) {
      send(async () => {
        const proof = await finishConfirm(connectorId, verify.notConfirmed);
        ready.current = { proof, until: Date.now() + freshMs };
        tell(verify.confirmed);
      });
    }
  }, []);

  function takeProof(): string | undefined {
    const kept = ready.current;
    ready.current = undefined;
    return kept && Date.now() < kept.until ? kept.proof : undefined;
  }
  return { takeProof, alert };
}
