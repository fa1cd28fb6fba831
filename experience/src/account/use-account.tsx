import type { Account } from '@postern/contracts/account/account';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { CallError } from '../platform/client.ts';
import { printPhone } from '../platform/phones.ts';
import { callAccount } from './client.ts';
import { LoadFailed, PageSkeleton } from './parts/loaded.tsx';
import { hearFromTabs, tellTabs } from './tabs.ts';

type Kept = {
  account: Account;
  /** Reloads the account after a change and notifies the other tabs. */
  changed: () => Promise<void>;
};

type Reading = { kept: Kept | undefined; failure: CallError | undefined; read: () => Promise<void> };

const AccountContext = createContext<Reading>({ kept: undefined, failure: undefined, read: async () => undefined });

/** The visible part of the signed-in person's account. */
export function useAccount(): Kept {
  const { kept } = use(AccountContext);
  if (!kept) {
    throw new Error('useAccount needs a place inside of WithAccount.');
  }
  return kept;
}

/** The same, for parts of the page that render before the account is loaded. */
export const useAccountSoFar = () => use(AccountContext).kept?.account;

/** Renders children once the account is loaded; until then a skeleton or the load error. */
export function WithAccount({ children }: { children: ReactNode }) {
  const { kept, failure, read } = use(AccountContext);
  if (kept) {
    return children;
  }
  return failure ? <LoadFailed failure={failure} onRetry={read} /> : <PageSkeleton />;
}

/** Loads the account, and reloads it when another tab changes it or the person returns to this tab. */
export function KeepAccount({ children }: { children: ReactNode }) {
  const [account, setAccount] = useState<Account>();
  const [failure, setFailure] = useState<CallError>();

  const read = useCallback(async () => {
    try {
      setAccount(await callAccount('get'));
      setFailure(undefined);
    } catch (error) {
      // Shown only when no account is loaded yet; otherwise the old account stays visible until the next reload.
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

/** Display name of the person: their name, otherwise an identifier. */
export const callName = ({ name, username, primaryEmail, primaryPhone }: Account) =>
  name || username || primaryEmail || (primaryPhone ? printPhone(primaryPhone) : '');
