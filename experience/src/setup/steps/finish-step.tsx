import { Alert } from '../../parts/alert.tsx';
import { Icon } from '../../parts/icons.tsx';
import { callSetup } from '../calls.ts';
import { listSteps, missingSteps } from '../list-steps.ts';
import { Action, Actions, Section } from '../parts.tsx';
import { useSetupPhrases } from '../phrases.ts';
import { useChange, usePortal } from '../use-setup.ts';

export function FinishStep() {
  const words = useSetupPhrases();
  const { setup, update } = usePortal();
  const { send, busy, alert } = useChange();
  const steps = listSteps(setup);
  const isReady = missingSteps(steps).length === 0;
  const outcome = setup.enableWithoutReview ? words.finish.atOnce : words.finish.review;
  return (
    <Section title={words.finish.title} text={`${words.finish.text} ${outcome}`}>
      <ul className="setup-summary">
        {steps
          .filter(({ name }) => name !== 'finish')
          .map(({ name, isDone }) => (
            <li key={name} className={isDone ? 'good' : ''}>
              <Icon name={isDone ? 'check' : 'x'} size={16} />
              {words.steps[name]}
              <span className="setup-state">{isDone ? words.done : words.finish.open}</span>
            </li>
          ))}
      </ul>
      <Actions>
        {isReady && (
          <Action isPrimary busy={busy} onClick={() => send(async () => update(await callSetup('finish')))}>
            {words.finish.action}
          </Action>
        )}
      </Actions>
      <Alert {...alert} />
    </Section>
  );
}
