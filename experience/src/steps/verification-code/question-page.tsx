import type { ReactNode } from 'react';
import { Page } from '../../parts/page.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { agreement, checkTerms, TermsCheckbox, TermsSentence } from '../../parts/terms.tsx';
import type { Question, SentCode } from '../../platform/draft.ts';
import { printIdentifier } from '../../platform/identifiers.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { linkTo } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';
import { linkProvider, turnInto } from './prove.ts';

type QuestionPageProps = { sent: SentCode; question: Question };

/** The address is verified, but its account is not as expected: asks how to continue. */
export function QuestionPage({ sent, question }: QuestionPageProps) {
  const { question: words, identifier } = usePhrases();
  const settings = useSettings();
  const address = <b>{printIdentifier(sent.address)}</b>;
  const { title, text } = words[question];
  return (
    <Page
      title={title}
      sub={<Sentence text={text} parts={{ address, kind: identifier[sent.address.type] }} />}
      termsInCard={question === 'create' && agreement(settings, 'Register') !== 'none'}
    >
      {question === 'create' && <CreateForm sent={sent} />}
      {question === 'sign-in' && <SignInForm sent={sent} />}
      {question === 'link' && <LinkForm sent={sent} />}
      <OtherAddress origin={sent.origin} isOnly={question === 'taken' || question === 'unknown'}>
        {words.otherAddress}
      </OtherAddress>
      {question === 'create' && <TermsSentence event="Register" />}
    </Page>
  );
}

function CreateForm({ sent }: { sent: SentCode }) {
  const phrases = usePhrases();
  const settings = useSettings();
  // With a policy that always requires agreement, the person agreed on the page before.
  const isAsked = settings.experience.agreeToTermsPolicy === 'ManualRegistrationOnly';
  return (
    <StepForm
      action={phrases.register.action}
      check={(values) => (isAsked ? checkTerms(settings, 'Register', values, phrases) : {})}
      submit={() => turnInto('Register', sent)}
    >
      {isAsked && <TermsCheckbox event="Register" />}
    </StepForm>
  );
}

function SignInForm({ sent }: { sent: SentCode }) {
  const { signIn } = usePhrases();
  return (
    <StepForm action={signIn.action} check={() => ({})} submit={() => turnInto('SignIn', sent)}>
      {null}
    </StepForm>
  );
}

function LinkForm({ sent }: { sent: SentCode }) {
  const { providers } = usePhrases();
  return (
    <StepForm
      action={fill(providers.link, { address: printIdentifier(sent.address) })}
      check={() => ({})}
      submit={() => linkProvider(sent)}
    >
      {null}
    </StepForm>
  );
}

function OtherAddress({ origin, isOnly, children }: { origin: string; isOnly: boolean; children: ReactNode }) {
  return isOnly ? (
    <a className="button primary only-way" {...linkTo(origin)}>
      {children}
    </a>
  ) : (
    <p className="other-way">
      <a {...linkTo(origin)}>{children}</a>
    </p>
  );
}
