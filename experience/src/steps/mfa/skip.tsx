import { Alert } from '../../parts/alert.tsx';
import { useSending } from '../../parts/use-sending.ts';
import type { AskedFactors } from '../../platform/draft.ts';
import { callFactors } from '../../platform/factor-calls.ts';
import { leave } from '../../platform/finish.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { linkTo } from '../../platform/router.ts';
import './mfa.css';

/** Continues without a new factor, if that is allowed. */
export function Skip({ asked }: { asked: AskedFactors }) {
  const { factors: words } = usePhrases();
  const { send, busy, alert } = useSending();
  if (!asked.isSkippable && !asked.isSuggestion) {
    return null;
  }
  const skip = () =>
    send(async () => {
      await callFactors(asked.isSuggestion ? 'skipSuggestion' : 'skip');
      await leave();
    });
  return (
    <>
      <button type="button" className="link" aria-disabled={busy} onClick={skip}>
        {words.skip}
      </button>
      <Alert {...alert} />
    </>
  );
}

/** The end of a page that sets up one factor: another factor, or none. */
export function BindEnd({ asked }: { asked: AskedFactors }) {
  const { factors: words } = usePhrases();
  return (
    <p className="steps-end">
      {asked.available.length > 1 && <a {...linkTo('/mfa-binding')}>{words.otherFactor}</a>}
      <Skip asked={asked} />
    </p>
  );
}
