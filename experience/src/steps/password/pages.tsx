import { useId } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { LastUsed } from '../../parts/last-used.tsx';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { Page } from '../../parts/page.tsx';
import { KnownUsername, PasswordField } from '../../parts/password-field.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { useNewPassword } from '../../parts/use-new-password.ts';
import { useSending } from '../../parts/use-sending.ts';
import { currentIdentifier, firstPage, markTaken } from '../../platform/draft.ts';
import { isAddress, methodFor, readIdentifier, signInIdentifiers, takesCode } from '../../platform/identifiers.ts';
import { fill } from '../../platform/languages.ts';
import { lastUsedMethod } from '../../platform/last-used.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { linkTo, navigate } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';
import { requestCode } from '../verification-code/index.tsx';
import { registerWithPassword, signInWithPassword } from './verify.ts';

/** The second page of sign-in, if the methods of the tenant need two pages. */
export function SignInPasswordPage() {
  const { password, signIn, identifier: kinds } = usePhrases();
  const { experience } = useSettings();
  const typed = currentIdentifier() ?? '';
  const identifier = readIdentifier(typed, signInIdentifiers(experience));
  const kind = identifier ? kinds[identifier.type] : '';
  return (
    <Page
      title={password.titleSignIn}
      sub={<ChosenIdentifier text={fill(signIn.as, { kind })} identifier={typed} />}
      onBack={changeIdentifier}
    >
      <StepForm
        action={signIn.action}
        check={({ password: given }): FieldErrors => (given ? {} : { password: password.missing })}
        submit={async (values) => identifier && (await signInWithPassword(identifier, values.password ?? ''))}
        place={{ 'session.invalid_credentials': () => ({ password: password.wrong }) }}
      >
        <KnownUsername value={typed} />
        <PasswordField autoComplete="current-password" aside={<ForgotLink />} />
      </StepForm>
      <CodeInstead typed={typed} />
    </Page>
  );
}

/** Offered if the settings also allow a code. */
function CodeInstead({ typed }: { typed: string }) {
  const { verificationCode } = usePhrases();
  const settings = useSettings();
  const { experience } = settings;
  const markId = useId();
  const wasCode = lastUsedMethod(settings) === 'code';
  const { send, busy, alert } = useSending();
  const identifier = readIdentifier(typed, signInIdentifiers(experience));
  const method = identifier && methodFor(experience, identifier.type);
  if (!identifier || !isAddress(identifier) || !method || !takesCode(method)) {
    return null;
  }
  return (
    <p className="other-way">
      <button
        type="button"
        className="link"
        aria-disabled={busy}
        aria-describedby={wasCode ? markId : undefined}
        onClick={() => send(() => requestCode('sign-in', identifier))}
      >
        {verificationCode.useCode}
      </button>
      {wasCode && <LastUsed id={markId} />}
      <Alert {...alert} />
    </p>
  );
}

/** The username is edited on the previous page. */
function returnToUsername(): FieldErrors {
  markTaken();
  changeIdentifier();
  return {};
}

/** The second page of registration, if the methods of the tenant need two pages. */
export function RegisterPasswordPage() {
  const { password, register } = usePhrases();
  const newPassword = useNewPassword();
  const identifier = currentIdentifier() ?? '';
  return (
    <Page
      title={password.titleRegister}
      sub={<ChosenIdentifier text={register.as} identifier={identifier} />}
      onBack={changeIdentifier}
    >
      <StepForm
        action={register.action}
        check={newPassword.check}
        submit={(values) => registerWithPassword(identifier, values.password ?? '')}
        place={{ ...newPassword.place, 'user.username_already_in_use': returnToUsername }}
      >
        <KnownUsername value={identifier} />
        <NewPasswordField {...newPassword.field} />
      </StepForm>
    </Page>
  );
}

/** "as maya · Change": the identifier, with a link to change it. */
function ChosenIdentifier({ text, identifier }: { text: string; identifier: string }) {
  const { common } = usePhrases();
  return (
    <>
      <Sentence text={text} parts={{ identifier: <b>{identifier}</b> }} />{' '}
      <button type="button" className="link" onClick={changeIdentifier}>
        {common.change}
      </button>
    </>
  );
}

const changeIdentifier = () => navigate(firstPage());

/** Shown only if the tenant can send a code to reset the password. */
export function ForgotLink() {
  const { signIn } = usePhrases();
  const { forgotPassword } = useSettings().experience;
  return forgotPassword.email || forgotPassword.phone ? <a {...linkTo('/forgot-password')}>{signIn.forgot}</a> : null;
}
