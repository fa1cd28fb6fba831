import { Page } from '../../parts/page.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { currentIdentifier } from '../../platform/draft.ts';
import { passwordIdentifiers } from '../../platform/identifiers.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { useSettings } from '../../platform/settings.ts';
import { ChosenIdentifier, KnownUsername } from './chosen-identifier.tsx';
import { PasswordField } from './password-field.tsx';
import { signInWithPassword } from './verify.ts';

/** The second page, where the tenant's methods do not fit on one. */
export function SignInPasswordPage() {
  const { password, signIn } = usePhrases();
  const { experience } = useSettings();
  const identifier = currentIdentifier() ?? '';
  return (
    <Page
      title={password.titleSignIn}
      sub={<ChosenIdentifier text={signIn.as} identifier={identifier} />}
      onBack={() => window.history.back()}
    >
      <StepForm
        action={signIn.action}
        check={({ password: typed }): FieldErrors => (typed ? {} : { password: password.missing })}
        submit={(values) => signInWithPassword(identifier, values.password ?? '', passwordIdentifiers(experience))}
        place={{ 'session.invalid_credentials': () => ({ password: password.wrong }) }}
      >
        <KnownUsername value={identifier} />
        <PasswordField autoComplete="current-password" />
      </StepForm>
    </Page>
  );
}
