import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { CallError } from '../../platform/client.ts';
import { LoadFailed } from './load-failed.tsx';
import { PageSkeleton } from './skeleton.tsx';

export type Loading<Value> = {
  value: Value | undefined;
  failure: CallError | undefined;
  /** Reloads the value, for example after a change. */
  reload: () => Promise<void>;
};

/** Loads what a page shows. `load` must be the same function across renders. */
export function useLoaded<Value>(load: () => Promise<Value>): Loading<Value> {
  const [value, setValue] = useState<Value>();
  const [failure, setFailure] = useState<CallError>();
  const reload = useCallback(async () => {
    try {
      setValue(await load());
      setFailure(undefined);
    } catch (error) {
      setFailure(error instanceof CallError ? error : new CallError({ code: 'unexpected', message: '' }));
    }
  }, [load]);
  useEffect(() => void reload(), [reload]);
  return { value, failure, reload };
}

type LoadedProps<Value> = { loading: Loading<Value>; children: (value: Value) => ReactNode };

/** Shows a skeleton, the load error, or the loaded content. */
export function Loaded<Value>({ loading: { value, failure, reload }, children }: LoadedProps<Value>) {
  if (failure) {
    return <LoadFailed failure={failure} onRetry={reload} />;
  }
  return value === undefined ? <PageSkeleton /> : children(value);
}
