import { useId } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { LastUsed } from '../../parts/last-used.tsx';
import { Page } from '../../parts/page.tsx';
import { KnownUsername, PasswordField } from '../../parts/password-field.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { currentIdentifier } from '../../platform/draft.ts';
import { isAddress, methodFor, readIdentifier, signInIdentifiers, takesCode } from '../../platform/identifiers.ts';
import { fill } from '../../platform/languages.ts';
import { lastUsedMethod } from '../../platform/last-used.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { useSettings } from '../../platform/settings.ts';
import { requestCode } from '../verification-code/index.tsx';
import { ChosenIdentifier, changeIdentifier } from './chosen-identifier.tsx';
import { ForgotLink } from './forgot-link.tsx';
import { signInWithPassword } from './verify.ts';

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
