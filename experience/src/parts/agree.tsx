import { usePhrases } from '../platform/phrases.ts';
import { useSettings } from '../platform/settings.ts';
import { Page } from './page.tsx';
import { StepForm } from './step-form.tsx';
import { checkTerms, TermsCheckbox } from './terms.tsx';

type AgreeProps = { event: 'SignIn' | 'Register'; sub: string | undefined; onAgree: () => Promise<void> };

/** Asks for agreement to the terms when it is required and no earlier form asked. */
export function Agree({ event, sub, onAgree }: AgreeProps) {
  const settings = useSettings();
  const phrases = usePhrases();
  const isNew = event === 'Register';
  return (
    <Page title={isNew ? phrases.register.title : phrases.signIn.title} sub={sub} termsInCard>
      <StepForm
        action={isNew ? phrases.register.action : phrases.common.next}
        check={(values) => checkTerms(settings, event, values, phrases)}
        submit={onAgree}
      >
        <TermsCheckbox event={event} />
      </StepForm>
    </Page>
  );
}
