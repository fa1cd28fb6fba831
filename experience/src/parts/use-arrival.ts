import { useEffect } from 'react';
import { type CallError, isPassing } from '../platform/client.ts';
import { useFollowUps } from '../platform/follow-ups.ts';
import { useSending } from './use-sending.ts';

/**
 * For pages that make their way without the person: does the work once, when the page opens. `refuse` gets the failures
 * that no other page takes and that sending again does not help; the alert offers another try for the rest.
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
