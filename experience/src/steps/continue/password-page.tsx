import { KnownUsername } from '../../parts/known-username.tsx';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { Page } from '../../parts/page.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { useNewPassword } from '../../parts/use-new-password.ts';
import { call } from '../../platform/client.ts';
import { lastIdentifier } from '../../platform/draft.ts';
import { finishPending } from '../../platform/finish.ts';
import { usePhrases } from '../../platform/phrases.ts';

export function PasswordPage() {
  const { continue: words, password, common } = usePhrases();
  const newPassword = useNewPassword();
  return (
    <Page title={password.titleRegister} sub={words.passwordSub}>
      <StepForm
        action={common.next}
        check={newPassword.check}
        submit={async ({ password: chosen = '' }) => {
          await call('addProfile', { type: 'password', value: chosen });
          await finishPending();
        }}
        place={newPassword.place}
      >
        <KnownUsername value={lastIdentifier()} />
        <NewPasswordField {...newPassword.field} />
      </StepForm>
    </Page>
  );
}
