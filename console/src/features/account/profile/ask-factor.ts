import { MfaFactor } from '@postern/contracts/experience/sign-in-experience';
import { z } from 'zod';
import { RequestError } from '#platform/client/request-error.ts';
import { sharedValue, useShared } from '#platform/shared-value.ts';

type Question = { factors: readonly MfaFactor[]; settle: (isVerified: boolean) => void };

const current = sharedValue<Question | undefined>(undefined);

export const useFactorQuestion = () => useShared(current);

/** Opens the dialog; true when a factor was verified. */
function askFactor(factors: readonly MfaFactor[]): Promise<boolean> {
  current.get()?.settle(false);
  return new Promise((resolve) => {
    const settle = (isVerified: boolean) => {
      current.set(undefined);
      resolve(isVerified);
    };
    current.set({ factors, settle });
  });
}

const Refusal = z.object({ availableFactors: z.array(MfaFactor) });

/** The factors of which the server wants one; undefined for other errors. */
export function dueFactors(error: unknown): MfaFactor[] | undefined {
  return error instanceof RequestError && error.code === 'session.mfa.require_mfa_verification'
    ? Refusal.safeParse(error.body?.data).data?.availableFactors
    : undefined;
}

/** Runs a change. If the server wants a second factor, asks for it and runs the change again; undefined if canceled. */
export async function withFactor<Result>(change: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await change();
  } catch (error) {
    const factors = dueFactors(error);
    if (!factors) {
      throw error;
    }
    return (await askFactor(factors)) ? change() : undefined;
  }
}
