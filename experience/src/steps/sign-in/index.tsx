import type { IdentifierType } from '@postern/contracts/experience/sign-in-experience';
import type { Identifier } from '@postern/contracts/sign-in/sign-in';
import { addressErrors, checkedIdentifier, checkIdentifier, IdentifierField } from '../../parts/identifier-field.tsx';
import { News, Notice } from '../../parts/notices.tsx';
import { hasOtherWays, OtherWays } from '../../parts/other-ways.tsx';
import { Page } from '../../parts/page.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { SsoWay } from '../../parts/sso-way.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { agreement, checkTerms, TermsCheckbox, TermsSentence } from '../../parts/terms.tsx';
import { CallError } from '../../platform/client.ts';
import { saveIdentifier } from '../../platform/draft.ts';
import {
  isAddress,
  isOnePage,
  narrow,
  printIdentifier,
  signInIdentifiers,
  startsWithPassword,
} from '../../platform/identifiers.ts';
import { fill } from '../../platform/languages.ts';
import { lastUsedMethod } from '../../platform/last-used.ts';
import { isInsideApp } from '../../platform/native-bridge.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { linkTo, navigate, type Step } from '../../platform/router.ts';
import { type Settings, useSettings } from '../../platform/settings.ts';
import { continueWithSso, isSsoOn } from '../../platform/sso-way.ts';
import { ForgotLink, signInWithPassword } from '../password/index.ts';
import { useSsoWatch } from '../sso/index.ts';
import { requestCode } from '../verification-code/index.tsx';
import { PasskeyWay, passkeyWays } from './passkey-way.tsx';

const passwordMissing = 'password.missing';

const whereOpen = ({ experience }: Settings) => (experience.signInMode === 'Register' ? '/register' : undefined);

export const signIn: Step = {
  routes: [
    { path: '/', Page: SignInPage, instead: () => '/sign-in' },
    { path: '/sign-in', Page: SignInPage, instead: whereOpen },
    // The first page has the passkey beside all other ways.
    { path: '/sign-in/passkey', Page: SignInPage, instead: () => '/sign-in' },
    { path: '/sign-in/verification-methods', Page: SignInPage, instead: () => '/sign-in' },
    { path: '/identifier-sign-in', Page: FocusedPage, instead: whereOpen },
  ],
};

function SignInPage() {
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
  const offered = signInIdentifiers(experience);
  const allowed = isFocused ? narrow(offered, window.location.search) : offered;
  const hasForm = allowed.length > 0;
  const passkey = passkeyWays(settings);
  const watch = useSsoWatch();
  // Some providers refuse the browser of an app, and passkeys do not work there.
  const isHampered = !isFocused && isInsideApp() && (hasOtherWays(settings) || experience.passkeySignIn.enabled);
  const name = settings.application?.name;
  const hint = name ? fill(phrases.signIn.insideAppOf, { name }) : phrases.signIn.insideApp;
  const hasSso = !isFocused && isSsoOn(settings);
  return (
    <Page {...headingFor(settings, phrases)} termsInCard={agreement(settings, 'SignIn') !== 'none'}>
      <News />
      {isHampered && <Notice>{hint}</Notice>}
      {hasForm && <SignInForm allowed={allowed} takesPasskeys={!isFocused && passkey.hasAutofill} sso={watch} />}
      {!hasForm && (isFocused || (!hasOtherWays(settings) && !passkey.hasButton && !isSsoOn(settings))) && (
        <Notice>{phrases.signIn.unavailable}</Notice>
      )}
      {!isFocused && (passkey.hasButton || passkey.hasAutofill) && <PasskeyWay {...passkey} isBelowForm={hasForm} />}
      {!isFocused && <OtherWays isBelowForm={hasForm && !passkey.hasButton} />}
      {hasSso && !watch.found && <SsoWay isBelowForm={hasForm && !passkey.hasButton && !hasOtherWays(settings)} />}
      {!isFocused && experience.signInMode === 'SignInAndRegister' && (
        <p className="end">
          {phrases.signIn.newHere} <a {...linkTo('/register')}>{phrases.signIn.create}</a>
        </p>
      )}
      <TermsSentence event="SignIn" />
    </Page>
  );
}

const headingFor = ({ application }: Settings, { signIn: words }: ReturnType<typeof usePhrases>) => ({
  title: application ? fill(words.titleFor, { name: application.name }) : words.title,
});

type SignInFormProps = {
  allowed: readonly IdentifierType[];
  takesPasskeys: boolean;
  sso: ReturnType<typeof useSsoWatch>;
};

function SignInForm({ allowed, takesPasskeys, sso: { found, watch, lookUp, mayBeSso } }: SignInFormProps) {
  const settings = useSettings();
  const phrases = usePhrases();
  const { experience } = settings;
  const onePage = isOnePage(experience);
  const last = lastUsedMethod(settings);
  // The only method needs no "last used" mark.
  const isLastUsed =
    (last === 'password' || last === 'code') && (hasOtherWays(settings) || passkeyWays(settings).hasButton);

  async function submit(identifier: Identifier, password: string) {
    saveIdentifier(printIdentifier(identifier));
    const choice = await lookUp(identifier.value);
    if (choice) {
      await continueWithSso(choice, agreement(settings, 'SignIn') === 'checkbox');
    } else if (onePage && !password) {
      throw new CallError({ code: passwordMissing, message: phrases.password.missing });
    } else if (onePage) {
      await signInWithPassword(identifier, password);
    } else if (isAddress(identifier) && !startsWithPassword(experience, identifier.type)) {
      await requestCode('sign-in', identifier);
    } else {
      navigate('/sign-in/password');
    }
  }

  function labelFor(isSso: boolean): string {
    if (isSso) {
      return phrases.sso.action;
    }
    return onePage ? phrases.signIn.action : phrases.common.next;
  }

  return (
    <StepForm
      action={labelFor(found !== undefined)}
      check={(values) => ({
        ...checkIdentifier(values, allowed, phrases),
        // An address of a company needs none. Whether it is one is known after it was looked up.
        ...(onePage && !values.password && !mayBeSso(values.identifier ?? '')
          ? { password: phrases.password.missing }
          : {}),
        ...checkTerms(settings, 'SignIn', values, phrases),
      })}
      submit={(values) => submit(checkedIdentifier(values, allowed), values.password ?? '')}
      place={{
        ...addressErrors(phrases),
        [passwordMissing]: ({ message }) => ({ password: message }),
        'session.invalid_credentials': () => ({ password: phrases.password.wrong }),
      }}
    >
      <IdentifierField allowed={allowed} isLastUsed={isLastUsed} takesPasskeys={takesPasskeys} onType={watch} />
      {onePage && !found && <PasswordField autoComplete="current-password" aside={<ForgotLink />} />}
      <TermsCheckbox event="SignIn" />
    </StepForm>
  );
}
