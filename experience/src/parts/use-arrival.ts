import { useEffect } from 'react';
import { type CallError, isPassing } from '../platform/client.ts';
import { useFollowUps } from '../platform/follow-ups.ts';
import { useSending } from './use-sending.ts';

/**
 * For pages that proceed without user input: runs the work once, when the page opens. `refuse` gets the errors that no
 * other page handles and that a retry does not fix; for all others the alert offers a retry.
 */
export function useArrival(work: () => Promise<void>, refuse: (failure: CallError) => void) {
  const followUpOf = useFollowUps();
  const { send, alert } = useSending((failure) => {
    if (isPassing(failure.code) || followUpOf(failure)) {
      return false;
    }
    refuse(failure);
    return true;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => send(work), []);
  return alert;
}
