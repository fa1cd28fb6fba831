import type { Account } from '@postern/contracts/account/account';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { CallError } from '../platform/client.ts';
import { printPhone } from '../platform/phones.ts';
import { callAccount } from './client.ts';
import { LoadFailed } from './parts/load-failed.tsx';
import { PageSkeleton } from './parts/skeleton.tsx';
import { hearFromTabs, tellTabs } from './tabs.ts';

type Kept = {
  account: Account;
  /** Reads it again after a change, and lets the other tabs do so. */
  changed: () => Promise<void>;
};

type Reading = { kept: Kept | undefined; failure: CallError | undefined; read: () => Promise<void> };

const AccountContext = createContext<Reading>({ kept: undefined, failure: undefined, read: async () => undefined });

/** The account of the person who is signed in, as much of it as may be seen. */
export function useAccount(): Kept {
  const { kept } = use(AccountContext);
  if (!kept) {
    throw new Error('useAccount needs a place inside of WithAccount.');
  }
  return kept;
}

/** The same for what is shown before it has been read. */
export const useAccountSoFar = () => use(AccountContext).kept?.account;

/** What needs the account, as soon as it is there; until then grey lines, or why it did not come. */
export function WithAccount({ children }: { children: ReactNode }) {
  const { kept, failure, read } = use(AccountContext);
  if (kept) {
    return children;
  }
  return failure ? <LoadFailed failure={failure} onRetry={read} /> : <PageSkeleton />;
}

/** Reads the account, and again when another tab changed it or the person comes back to this one. */
export function KeepAccount({ children }: { children: ReactNode }) {
  const [account, setAccount] = useState<Account>();
  const [failure, setFailure] = useState<CallError>();

  const read = useCallback(async () => {
    try {
      setAccount(await callAccount('get'));
      setFailure(undefined);
    } catch (error) {
      // Shown only where there is nothing else to show; the account on the page stays until the next time.
      setFailure(error instanceof CallError ? error : new CallError({ code: 'unexpected', message: '' }));
    }
  }, []);

  useEffect(() => {
    void read();
    const onShow = () => document.visibilityState === 'visible' && void read();
    document.addEventListener('visibilitychange', onShow);
    const silence = hearFromTabs((news) => news === 'changed' && void read());
    return () => {
      document.removeEventListener('visibilitychange', onShow);
      silence();
    };
  }, [read]);

  const kept = useMemo(() => {
    const changed = async () => {
      tellTabs('changed');
      await read();
    };
    return account && { account, changed };
  }, [account, read]);

  const reading = useMemo(() => ({ kept, failure, read }), [kept, failure, read]);
  return <AccountContext value={reading}>{children}</AccountContext>;
}

/** What to call the person by: their name, else what they sign in with. */
export const callName = ({ name, username, primaryEmail, primaryPhone }: Account) =>
  name || username || primaryEmail || (primaryPhone ? printPhone(primaryPhone) : '');
