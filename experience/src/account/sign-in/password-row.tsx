import { useId, useRef, useState } from 'react';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { KnownUsername } from '../../parts/password-field.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { Note } from '../../parts/text-field.tsx';
import { useNewPassword } from '../../parts/use-new-password.ts';
import { CallError, isPassing } from '../../platform/client.ts';
import { callAccount } from '../client.ts';
import { Row, RowButton } from '../parts/card.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccess } from '../settings.ts';
import { callName, useAccount } from '../use-account.tsx';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';

export function PasswordRow() {
  const { signIn: words, common } = useAccountPhrases();
  const { account } = useAccount();
  const { askIfPossible } = useVerifyIdentity();
  const [proof, setProof] = useState<string>();
  const hasOne = account.hasPassword === true;
  return (
    <>
      <Row
        label={words.password}
        value={hasOne ? words.passwordSet : words.passwordNone}
        actions={
          useAccess().isEditable('password') && (
            <RowButton
              action={hasOne ? common.change : common.add}
              what={words.password}
              onClick={async () => setProof(await askIfPossible())}
            />
          )
        }
      />
      {proof !== undefined && <PasswordDialog proof={proof} onClose={() => setProof(undefined)} />}
    </>
  );
}

function PasswordDialog({ proof, onClose }: { proof: string; onClose: () => void }) {
  const { signIn: words } = useAccountPhrases();
  const showSuccess = useShowSuccess();
  const { account, changed } = useAccount();
  const { withProof } = useVerifyIdentity();
  const { name, username, primaryEmail, primaryPhone } = account;
  const lost = useRef<string>(undefined);

  async function save(password: string, endOtherSessions: boolean): Promise<boolean> {
    try {
      return await withProof(
        (id) => callAccount('setPassword', { body: { password, endOtherSessions }, proof: id }),
        proof,
      );
    } catch (error) {
      const code = error instanceof CallError ? error.code : '';
      // After a lost response, the new password may already be the current one.
      if (lost.current === password && code === 'user.same_password') {
        return true;
      }
      lost.current = isPassing(code) ? password : undefined;
      throw error;
    }
  }

  const newPassword = useNewPassword({ name, username, email: primaryEmail, phone: primaryPhone });
  return (
    <Dialog title={account.hasPassword ? words.changePassword : words.setPassword} onClose={onClose}>
      <StepForm
        action={words.savePassword}
        stays
        check={newPassword.check}
        submit={async ({ password = '', others }) => {
          if (await save(password, others !== undefined)) {
            await changed();
            showSuccess(words.passwordSaved);
            onClose();
          }
        }}
        place={newPassword.place}
      >
        <KnownUsername value={callName(account)} />
        <NewPasswordField {...newPassword.field} />
        {account.hasPassword && <SignOutOthers />}
      </StepForm>
    </Dialog>
  );
}

/** Whoever knows the old password may be signed in elsewhere. */
function SignOutOthers() {
  const { devices: words } = useAccountPhrases();
  const id = useId();
  return (
    <div className="check">
      <input type="checkbox" id={id} name="others" defaultChecked aria-describedby={`${id}-note`} />
      <label htmlFor={id}>{words.signOutOthers}</label>
      <Note id={`${id}-note`} error={undefined} hint={words.signOutOthersText} />
    </div>
  );
}
