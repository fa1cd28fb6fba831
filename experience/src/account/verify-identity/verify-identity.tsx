import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react';
import { CallError } from '../../platform/client.ts';
import { PageAlert } from '../parts/messages.tsx';
import { useConfirmed } from './confirm-at-provider.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

/** Returns the id of a valid proof, asking for a new one if necessary; undefined when the person closes the dialog. */
type Ask = (options?: { isAgain?: boolean }) => Promise<string | undefined>;

const AskContext = createContext<Ask>(async () => undefined);

/** Shows the identity check dialog over any component that requests it. */
export function VerifyIdentity({ children }: { children: ReactNode }) {
  const [isAgain, setAgain] = useState<boolean>();
  const settle = useRef<(proof?: string) => void>(undefined);
  const { kept, alert } = useConfirmed();
  const ask = useMemo<Ask>(
    () =>
      ({ isAgain: again = false } = {}) =>
        new Promise((resolve) => {
          settle.current?.();
          if (again) {
            kept.forget();
          }
          const known = kept.find();
          if (known) {
            resolve(known);
            return;
          }
          settle.current = (proof) => {
            settle.current = undefined;
            if (proof) {
              kept.keep(proof);
            }
            setAgain(undefined);
            resolve(proof);
          };
          setAgain(again);
        }),
    [kept],
  );
  return (
    <AskContext value={ask}>
      {children}
      <PageAlert alert={alert} />
      {isAgain !== undefined && <VerifyDialog isAgain={isAgain} onDone={(proof) => settle.current?.(proof)} />}
    </AskContext>
  );
}

const isRefused = (error: unknown) =>
  error instanceof CallError && error.code === 'verification_record.permission_denied';

/**
 * Used for every sensitive change. `ask` gets a proof in advance; `withProof` runs the change with it, asks when there
 * is none or it has expired, and returns false when the person cancels.
 */
export function useVerifyIdentity() {
  const ask = use(AskContext);
  async function withProof(work: (proof: string) => Promise<unknown>, given?: string): Promise<boolean> {
    const first = given ?? (await ask());
    if (!first) {
      return false;
    }
    try {
      await work(first);
      return true;
    } catch (error) {
      if (!isRefused(error)) {
        throw error;
      }
    }
    const next = await ask({ isAgain: true });
    if (!next) {
      return false;
    }
    await work(next);
    return true;
  }
  return { ask, withProof };
}
