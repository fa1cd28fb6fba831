import type { IdentifierType } from '@postern/contracts/experience/sign-in-experience';
import type { Identifier } from '@postern/contracts/sign-in/sign-in';
import { adminTenantId } from '@postern/contracts/wire';
import {
  addressErrors,
  checkedIdentifier,
  checkIdentifier,
  IdentifierField,
  usernameErrors,
} from '../../parts/identifier-field.tsx';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { News, Notice } from '../../parts/notices.tsx';
import { hasOtherWays, OtherWays } from '../../parts/other-ways.tsx';
import { Page } from '../../parts/page.tsx';
import { SsoWay } from '../../parts/sso-way.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { agreement, checkTerms, TermsCheckbox, TermsSentence } from '../../parts/terms.tsx';
import { useNewPassword } from '../../parts/use-new-password.ts';
import { begin } from '../../platform/begin.ts';
import { call } from '../../platform/client.ts';
import { isTaken, saveIdentifier } from '../../platform/draft.ts';
import { leave } from '../../platform/finish.ts';
import { isAddress, narrow, printIdentifier } from '../../platform/identifiers.ts';
import { fill } from '../../platform/languages.ts';
import { type Phrases, usePhrases } from '../../platform/phrases.ts';
import { linkTo, navigate, type Step } from '../../platform/router.ts';
import { type Settings, useSettings } from '../../platform/settings.ts';
import { isSsoOn } from '../../platform/sso-way.ts';
import { registerWithPassword } from '../password/index.ts';
import { requestCode } from '../verification-code/index.tsx';

const whereOpen = ({ experience }: Settings) => (experience.signInMode === 'SignIn' ? '/sign-in' : undefined);

export const register: Step = {
  routes: [
    { path: '/register', Page: RegisterPage, instead: whereOpen },
    { path: '/identifier-register', Page: FocusedPage, instead: whereOpen },
  ],
};

function RegisterPage() {
  return <FirstPage isFocused={false} />;
}

/** Shows only the identifier types that the application names, and nothing besides the form. */
function FocusedPage() {
  return <FirstPage isFocused />;
}

function FirstPage({ isFocused }: { isFocused: boolean }) {
  const settings = useSettings();
  const phrases = usePhrases();
  const { experience } = settings;
  const offered = experience.signUp.identifiers;
  const allowed = isFocused ? narrow(offered, window.location.search) : offered;
  const hasForm = allowed.length > 0;
  const hasSso = !isFocused && isSsoOn(settings);
  return (
    <Page {...headingFor(settings, phrases)} termsInCard={agreement(settings, 'Register') !== 'none'}>
      <News />
      {hasForm && <RegisterForm allowed={allowed} />}
      {!hasForm && (isFocused || (!hasOtherWays(settings) && !hasSso)) && (
        <Notice>{phrases.register.unavailable}</Notice>
      )}
      {!isFocused && <OtherWays isBelowForm={hasForm} />}
      {hasSso && <SsoWay isBelowForm={hasForm && !hasOtherWays(settings)} />}
      {!isFocused && experience.signInMode === 'SignInAndRegister' && (
        <p className="end">
          {phrases.register.known} <a {...linkTo('/sign-in')}>{phrases.register.signIn}</a>
        </p>
      )}
      <TermsSentence event="Register" />
    </Page>
  );
}

function RegisterForm({ allowed }: { allowed: readonly IdentifierType[] }) {
  const settings = useSettings();
  const phrases = usePhrases();
  const newPassword = useNewPassword();
  const { signUp, usernamePolicy } = settings.experience;
  const onePage = signUp.password && allowed.length === 1 && allowed[0] === 'username';

  async function submit(identifier: Identifier, password: string) {
    saveIdentifier(printIdentifier(identifier));
    if (isAddress(identifier)) {
      await requestCode('register', identifier);
    } else if (onePage) {
      await registerWithPassword(identifier.value, password);
    } else if (signUp.password) {
      navigate('/register/password');
    } else {
      await registerWithUsername(identifier.value);
    }
  }

  return (
    <StepForm
      startWith={isTaken() ? { identifier: phrases.identifier.taken } : undefined}
      action={onePage ? phrases.register.action : phrases.common.next}
      check={(values) => ({
        ...checkIdentifier(values, allowed, phrases, usernamePolicy),
        ...(onePage ? newPassword.check(values) : {}),
        ...checkTerms(settings, 'Register', values, phrases),
      })}
      submit={(values) => submit(checkedIdentifier(values, allowed), values.password ?? '')}
      place={{
        ...addressErrors(phrases),
        ...usernameErrors(phrases),
        ...newPassword.place,
      }}
    >
      <IdentifierField allowed={allowed} isNew />
      {onePage && <NewPasswordField {...newPassword.field} />}
      <TermsCheckbox event="Register" />
    </StepForm>
  );
}

/** The first registration on a new server creates its administrator. */
function headingFor({ experience, application }: Settings, { register: words }: Phrases) {
  if (experience.tenantId === adminTenantId && experience.signInMode === 'Register') {
    return { title: words.adminTitle, sub: words.adminSub };
  }
  return { title: words.title, sub: application && fill(words.continueTo, { name: application.name }) };
}

/** Without a password the settings require another identifier besides the username; the server reports which. */
async function registerWithUsername(username: string) {
  await begin('Register');
  await call('addProfile', { type: 'username', value: username });
  await call('identify', {});
  await leave();
}
