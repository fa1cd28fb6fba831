import { adminTenantId } from '@postern/contracts/wire';
import { checkIdentifier, IdentifierField } from '../../parts/identifier-field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { agreement, checkTerms, TermsCheckbox, TermsSentence } from '../../parts/terms.tsx';
import { isTaken, keepIdentifier } from '../../platform/draft.ts';
import { isOnePage } from '../../platform/identifiers.ts';
import { fill } from '../../platform/languages.ts';
import { type Phrases, usePhrases } from '../../platform/phrases.ts';
import { linkTo, navigate, type Step } from '../../platform/router.ts';
import { type Settings, useSettings } from '../../platform/settings.ts';
import { NewPasswordField, registerWithPassword, useNewPassword } from '../password/index.ts';

/** E-mail addresses and phone numbers are proven by a code first; that step does not exist yet. */
const allowed = ['username'] as const;

export const register: Step = {
  routes: [
    {
      path: '/register',
      Page: RegisterPage,
      instead: ({ experience }) => (experience.signInMode === 'SignIn' ? '/sign-in' : undefined),
    },
  ],
};

function RegisterPage() {
  const settings = useSettings();
  const phrases = usePhrases();
  const newPassword = useNewPassword();
  const { experience } = settings;
  const onePage = isOnePage(experience);
  const possible = experience.signUp.identifiers.includes('username');

  async function submit(username: string, password: string) {
    keepIdentifier(username);
    if (onePage) {
      await registerWithPassword(username, password);
    } else {
      navigate('/register/password');
    }
  }

  return (
    <Page {...headingFor(settings, phrases)} termsInCard={agreement(settings, 'Register') !== 'none'}>
      {possible ? (
        <StepForm
          startWith={isTaken() ? { identifier: phrases.identifier.taken } : undefined}
          action={onePage ? phrases.register.action : phrases.common.next}
          check={(values) => ({
            ...checkIdentifier(values, allowed, phrases),
            ...(onePage ? newPassword.check(values) : {}),
            ...checkTerms(settings, 'Register', values, phrases),
          })}
          submit={({ identifier = '', password = '' }) => submit(identifier, password)}
          place={{
            'user.username_already_in_use': () => ({ identifier: phrases.identifier.taken }),
            ...newPassword.place,
          }}
        >
          <IdentifierField allowed={allowed} />
          {onePage && <NewPasswordField {...newPassword.field} />}
          <TermsCheckbox event="Register" />
        </StepForm>
      ) : (
        <Notice>{phrases.register.unavailable}</Notice>
      )}
      {experience.signInMode === 'SignInAndRegister' && (
        <p className="end">
          {phrases.register.known} <a {...linkTo('/sign-in')}>{phrases.register.signIn}</a>
        </p>
      )}
      <TermsSentence event="Register" />
    </Page>
  );
}

/** The very first visit of a new server creates the person who runs it. */
function headingFor({ experience, application }: Settings, { register: words }: Phrases) {
  if (experience.tenantId === adminTenantId && experience.signInMode === 'Register') {
    return { title: words.adminTitle, sub: words.adminSub };
  }
  return { title: words.title, sub: application && fill(words.continueTo, { name: application.name }) };
}
