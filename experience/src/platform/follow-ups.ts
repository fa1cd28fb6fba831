import { createContext, use } from 'react';
import type { CallError } from './client.ts';

/**
 * The path where the sign-in continues, or a function that derives it from the error; undefined if the error is not
 * handled.
 */
export type FollowUp = string | ((failure: CallError) => string | undefined);

/**
 * Error code → follow-up, collected from the `takes` of all steps; forms navigate there instead of showing an error.
 */
export const FollowUpsContext = createContext<Readonly<Record<string, FollowUp>>>({});

export function useFollowUps() {
  const followUps = use(FollowUpsContext);
  return (failure: CallError): string | undefined => {
    const followUp = followUps[failure.code];
    return typeof followUp === 'function' ? followUp(failure) : followUp;
  };
}
