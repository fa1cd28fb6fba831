import { useEffect, useState } from 'react';
import { useSending } from '../../parts/use-sending.ts';
import { useShowSuccess } from '../parts/tell.tsx';
import { useAccountPhrases } from '../phrases/index.ts';
import { finishConfirm, takeConfirmed } from './confirm-at-provider.ts';

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
