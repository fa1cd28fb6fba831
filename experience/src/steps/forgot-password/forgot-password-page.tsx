import { useState } from 'react';
import {
  addressErrors,
  checkedIdentifier,
  checkIdentifier,
  IdentifierField,
  namesOf,
} from '../../parts/identifier-field.tsx';
import { Page } from '../../parts/page.tsx';
import { StepForm, type Values } from '../../parts/step-form.tsx';
import { currentNews, saveIdentifier } from '../../platform/draft.ts';
import { isAddress, narrow, printIdentifier } from '../../platform/identifiers.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { linkTo, navigate } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';
import { requestCode } from '../verification-code/index.tsx';

/** Asks where to send the code for a password reset. */
export function ForgotPasswordPage() {
  const phrases = usePhrases();
  const { forgotPassword, signInMode } = useSettings().experience;
  const sendable = (['email', 'phone'] as const).filter((type) => forgotPassword[type]);
  const allowed = narrow(sendable, window.location.search);

  const [hasExpired] = useState(() => currentNews() === 'expired');
  const words = phrases.forgotPassword;

  async function submit(values: Values) {
    const identifier = checkedIdentifier(values, allowed);
    if (isAddress(identifier)) {
      saveIdentifier(printIdentifier(identifier));
      await requestCode('forgot-password', identifier);
    }
  }

  return (
    <Page
      title={hasExpired ? words.expiredTitle : words.title}
      sub={fill(hasExpired ? words.expiredSub : words.sub, { types: namesOf(allowed, phrases) })}
      onBack={signInMode === 'Register' ? undefined : () => navigate('/sign-in')}
    >
      <StepForm
        action={words.action}
        check={(values) => checkIdentifier(values, allowed, phrases)}
        submit={submit}
        place={addressErrors(phrases)}
      >
        <IdentifierField allowed={allowed} />
      </StepForm>
      {signInMode !== 'Register' && !hasExpired && (
        <p className="end">
          {words.remembered} <a {...linkTo('/sign-in')}>{phrases.register.signIn}</a>
        </p>
      )}
    </Page>
  );
}
