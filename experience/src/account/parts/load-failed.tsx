import { wordsFor } from '../../parts/alert.tsx';
import { Icon } from '../../parts/icons.tsx';
import type { CallError } from '../../platform/client.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { useAccountPhrases } from '../phrases/index.ts';

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
