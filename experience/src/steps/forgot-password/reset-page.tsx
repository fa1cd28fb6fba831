import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { Page } from '../../parts/page.tsx';
import { KnownUsername } from '../../parts/password-field.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { useNewPassword } from '../../parts/use-new-password.ts';
import { call } from '../../platform/client.ts';
import { lastIdentifier } from '../../platform/draft.ts';
import { leave } from '../../platform/finish.ts';
import { usePhrases } from '../../platform/phrases.ts';

/** Asks for the new password after the address is verified. */
export function ResetPage() {
  const { forgotPassword: words } = usePhrases();
  const newPassword = useNewPassword();
  return (
    <Page title={words.newTitle} sub={words.newSub}>
      <StepForm
        action={words.save}
        check={newPassword.check}
        submit={async ({ password: chosen = '' }) => {
          await call('setPassword', { password: chosen });
          await leave();
        }}
        place={newPassword.place}
      >
        <KnownUsername value={lastIdentifier()} />
        <NewPasswordField {...newPassword.field} />
      </StepForm>
    </Page>
  );
}
