import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { Page } from '../../parts/page.tsx';
import { KnownUsername } from '../../parts/password-field.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { useNewPassword } from '../../parts/use-new-password.ts';
import { currentIdentifier, markTaken } from '../../platform/draft.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { ChosenIdentifier, changeIdentifier } from './chosen-identifier.tsx';
import { registerWithPassword } from './verify.ts';

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
