import { createContext, use } from 'react';
import type { CallError } from './client.ts';

/** The path where the sign-in goes on, or how the error tells it; undefined when nothing takes the error after all. */
export type FollowUp = string | ((failure: CallError) => string | undefined);

/** Error code → follow-up, gathered from what the steps take; forms follow it instead of showing an error. */
export const FollowUpsContext = createContext<Readonly<Record<string, FollowUp>>>({});

/** Where an error leads. */
export function useFollowUps() {
  const followUps = use(FollowUpsContext);
  return (failure: CallError): string | undefined => {
    const followUp = followUps[failure.code];
    return typeof followUp === 'function' ? followUp(failure) : followUp;
  };
}
