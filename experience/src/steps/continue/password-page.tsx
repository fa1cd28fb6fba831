import { upperFirst } from '../../parts/identifier-field.tsx';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { Page } from '../../parts/page.tsx';
import { KnownUsername } from '../../parts/password-field.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useNewPassword } from '../../parts/use-new-password.ts';
import { call } from '../../platform/client.ts';
import { invitedAddress, lastIdentifier } from '../../platform/draft.ts';
import { finishPending } from '../../platform/finish.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { useSettings } from '../../platform/settings.ts';

export function PasswordPage() {
  const { continue: words, password, register, common } = usePhrases();
  const { application } = useSettings();
  const newPassword = useNewPassword();
  const invited = invitedAddress();
  const heading = invited
    ? { title: register.title, sub: application && fill(register.continueTo, { name: application.name }) }
    : { title: password.titleRegister, sub: words.passwordSub };
  return (
    <Page {...heading}>
      <StepForm
        action={invited ? register.action : common.next}
        check={newPassword.check}
        submit={async ({ password: chosen = '' }) => {
          await call('addProfile', { type: 'password', value: chosen });
          await finishPending();
        }}
        place={newPassword.place}
      >
        {invited ? <InvitedAddress value={invited} /> : <KnownUsername value={lastIdentifier()} />}
        <NewPasswordField {...newPassword.field} />
      </StepForm>
    </Page>
  );
}

/** Verified by the invitation link, so it is neither asked for nor editable. */
function InvitedAddress({ value }: { value: string }) {
  const { identifier } = usePhrases();
  return (
    <TextField
      name="identifier"
      label={upperFirst(identifier.email)}
      type="email"
      autoComplete="username"
      value={value}
      readOnly
    />
  );
}
