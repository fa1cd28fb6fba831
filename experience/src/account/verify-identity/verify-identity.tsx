import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react';
import { CallError } from '../../platform/client.ts';
import { PageAlert } from '../parts/messages.tsx';
import { useAccountSoFar } from '../use-account.tsx';
import { useConfirmed } from './confirm-at-provider.tsx';
import { proveBySignIn } from './prove-by-sign-in.ts';
import { VerifyDialog } from './verify-dialog.tsx';

/** Returns the id of a valid proof, asking for a new one if necessary; undefined when the person closes the dialog. */
type Ask = (options?: {
  isAgain?: boolean;
  /** A valid proof that lacks a second factor. */
  proof?: string;
  /** Never asks for a second factor. */
  isIdentityOnly?: boolean;
}) => Promise<string | undefined>;

const AskContext = createContext<Ask>(async () => undefined);

/** Shows the identity check dialog over any component that requests it. */
export function VerifyIdentity({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<{ isAgain: boolean; isIdentityOnly: boolean; proof?: string | undefined }>();
  const settle = useRef<(proof?: string) => void>(undefined);
  const { kept, alert } = useConfirmed();
  const ask = useMemo<Ask>(
    () =>
      async ({ isAgain = false, isIdentityOnly = false, proof: given } = {}) => {
        settle.current?.();
        const isNew = !isAgain && !given;
        if (!isNew) {
          kept.forget();
        }
        const known = kept.find();
        const shown = known ?? (isNew ? await proveBySignIn() : undefined);
        if (shown) {
          if (!known) {
            kept.keep(shown);
          }
          return shown;
        }
        return new Promise((resolve) => {
          settle.current = (proof) => {
            settle.current = undefined;
            if (proof) {
              kept.keep(proof);
            }
            setOpen(undefined);
            resolve(proof);
          };
          setOpen({ isAgain, isIdentityOnly, proof: given });
        });
      },
    [kept],
  );
  return (
    <AskContext value={ask}>
      {children}
      <PageAlert alert={alert} />
      {open && <VerifyDialog {...open} onDone={(proof) => settle.current?.(proof)} />}
    </AskContext>
  );
}

/** Sent without the header. */
const noProof = '';

const hasCode = (error: unknown, code: string) => error instanceof CallError && error.code === code;
const isRefused = (error: unknown) => hasCode(error, 'verification_record.permission_denied');
/** The identity is verified, but the account has a second factor. */
const lacksFactor = (error: unknown) => hasCode(error, 'session.mfa.require_mfa_verification');

/**
 * Used for every sensitive change. `ask` gets a proof in advance; `withProof` runs the change with it, asks when there
 * is none or it has expired, and returns false when the person cancels.
 */
export function useVerifyIdentity() {
  const ask = use(AskContext);
  const hasNothing = useAccountSoFar()?.hasSecurityVerificationMethod === false;
  async function withProof(work: (proof: string) => Promise<unknown>, given?: string): Promise<boolean> {
    return run(work, given ?? (await ask()));
  }
  async function run(work: (proof: string) => Promise<unknown>, first: string | undefined): Promise<boolean> {
    if (first === undefined) {
      return false;
    }
    let needsFactor = false;
    try {
      await work(first);
      return true;
    } catch (error) {
      needsFactor = lacksFactor(error);
      if (!isRefused(error) && !needsFactor) {
        throw error;
      }
    }
    const next = await ask(needsFactor ? { proof: first } : { isAgain: true });
    if (!next) {
      return false;
    }
    await work(next);
    return true;
  }
  /** For changes that only take access away. The server needs no second factor for them. */
  const withIdentity = async (work: (proof: string) => Promise<unknown>): Promise<boolean> =>
    run(work, await ask({ isIdentityOnly: true }));
  /** For passwords and linked accounts: people without a password and an address have nothing to prove. */
  const askIfPossible = async (): Promise<string | undefined> => (hasNothing ? noProof : ask());
  const withProofIfPossible = async (work: (proof: string) => Promise<unknown>): Promise<boolean> =>
    run(work, await askIfPossible());
  return { ask, askIfPossible, withProof, withProofIfPossible, withIdentity };
}
