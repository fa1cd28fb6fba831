import { Page } from '../../parts/page.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { askedFactors } from '../../platform/draft.ts';
import { callFactors } from '../../platform/factor-calls.ts';
import { leave } from '../../platform/finish.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { Skip } from './skip.tsx';

/** Asks once whether to turn second factors on. The server then asks which one to set up. */
export function OnboardingPage() {
  const { factors: words } = usePhrases();
  const asked = askedFactors('bind');
  if (!asked) {
    return null;
  }
  return (
    <Page title={words.turnOnTitle} sub={words.linkTextOptional}>
      <StepForm
        action={words.turnOn}
        check={() => ({})}
        submit={async () => {
          await callFactors('enable');
          await leave();
        }}
      >
        {null}
      </StepForm>
      <p className="steps-end">
        <Skip asked={asked} />
      </p>
    </Page>
  );
}
