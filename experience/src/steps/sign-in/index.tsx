import { checkIdentifier, IdentifierField } from '../../parts/identifier-field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { agreement, checkTerms, TermsCheckbox, TermsSentence } from '../../parts/terms.tsx';
import { keepIdentifier } from '../../platform/draft.ts';
import { isOnePage, passwordIdentifiers } from '../../platform/identifiers.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { linkTo, navigate, type Step } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';
import { PasswordField, signInWithPassword } from '../password/index.ts';

export const signIn: Step = {
  routes: [
    { path: '/', Page: SignInPage, instead: () => '/sign-in' },
    {
      path: '/sign-in',
      Page: SignInPage,
      instead: ({ experience }) => (experience.signInMode === 'Register' ? '/register' : undefined),
    },
  ],
};

function SignInPage() {
  const settings = useSettings();
  const phrases = usePhrases();
  const { experience, application } = settings;
  const allowed = passwordIdentifiers(experience);
  const onePage = isOnePage(experience);

  async function submit(identifier: string, password: string) {
    keepIdentifier(identifier);
    if (onePage) {
      await signInWithPassword(identifier, password, allowed);
    } else {
      navigate('/sign-in/password');
    }
  }

  return (
    <Page
      title={application ? fill(phrases.signIn.titleFor, { name: application.name }) : phrases.signIn.title}
      termsInCard={agreement(settings, 'SignIn') !== 'none'}
    >
      {allowed.length > 0 ? (
        <StepForm
          action={onePage ? phrases.signIn.action : phrases.common.next}
          check={(values) => ({
            ...checkIdentifier(values, allowed, phrases),
            ...(onePage && !values.password ? { password: phrases.password.missing } : {}),
            ...checkTerms(settings, 'SignIn', values, phrases),
          })}
          submit={({ identifier = '', password = '' }) => submit(identifier, password)}
          place={{ 'session.invalid_credentials': () => ({ password: phrases.password.wrong }) }}
        >
          <IdentifierField allowed={allowed} />
          {onePage && <PasswordField autoComplete="current-password" />}
          <TermsCheckbox event="SignIn" />
        </StepForm>
      ) : (
        <Notice>{phrases.signIn.unavailable}</Notice>
      )}
      {experience.signInMode === 'SignInAndRegister' && (
        <p className="end">
          {phrases.signIn.newHere} <a {...linkTo('/register')}>{phrases.signIn.create}</a>
        </p>
      )}
      <TermsSentence event="SignIn" />
    </Page>
  );
}
