import { Component, type ReactNode, useCallback, useEffect, useState } from 'react';
import { wordsFor } from '../../parts/alert.tsx';
import { Icon } from '../../parts/icons.tsx';
import { CallError } from '../../platform/client.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { useAccountPhrases } from '../phrases.ts';

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

/** Shown in place of content that failed to load: the reason and a retry button. */
export function LoadFailed({ failure, onRetry }: { failure: CallError; onRetry: () => void }) {
  const { state, common } = useAccountPhrases();
  const phrases = usePhrases();
  return (
    <section className="account-empty" role="alert">
      <Icon name="alert" size={24} />
      <h2>{state.failedTitle}</h2>
      <p>{wordsFor(failure, phrases)}</p>
      <button type="button" className="button small" onClick={onRetry}>
        {common.tryAgain}
      </button>
    </section>
  );
}

/** Placeholder while a card loads. */
export function PageSkeleton() {
  const { common } = useAccountPhrases();
  return (
    <div className="skeleton" role="status" aria-label={common.loading}>
      <span />
      <span />
      <span />
    </div>
  );
}

/** Keeps the frame visible when a page fails to load or render. React supports error boundaries only as classes. */
export class Catch extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? (
      <LoadFailed
        failure={new CallError({ code: 'unexpected', message: '' })}
        onRetry={() => window.location.reload()}
      />
    ) : (
      this.props.children
    );
  }
}
