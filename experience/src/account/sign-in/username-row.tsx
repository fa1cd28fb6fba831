import { useState } from 'react';
import { checkIdentifier, IdentifierField, usernameErrors } from '../../parts/identifier-field.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { useSettings } from '../../platform/settings.ts';
import { callAccount } from '../client.ts';
import { Row, RowButton } from '../parts/card.tsx';
import { ConfirmDialog, Dialog } from '../parts/dialog.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccess, useAccountSettings } from '../settings.ts';
import { useAccount } from '../use-account.tsx';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { mayRemove } from './may-remove.ts';

const allowed = ['username'] as const;

export function UsernameRow() {
  const { signIn: words, common } = useAccountPhrases();
  const { account } = useAccount();
  const settings = useAccountSettings();
  const [open, setOpen] = useState<'change' | 'remove'>();
  const { username } = account;
  const close = () => setOpen(undefined);
  return (
    <>
      <Row
        label={words.username}
        value={username}
        actions={
          useAccess().isEditable('username') && (
            <>
              <RowButton
                action={username ? common.change : common.add}
                what={words.username}
                onClick={() => setOpen('change')}
              />
              {mayRemove('username', account, settings) && (
                <RowButton action={common.remove} what={words.username} isDanger onClick={() => setOpen('remove')} />
              )}
            </>
          )
        }
      />
      {open === 'change' && <UsernameDialog onClose={close} />}
      {open === 'remove' && username && <RemoveUsername username={username} onClose={close} />}
    </>
  );
}

function UsernameDialog({ onClose }: { onClose: () => void }) {
  const { signIn: words, common } = useAccountPhrases();
  const phrases = usePhrases();
  const showSuccess = useShowSuccess();
  const { account, changed } = useAccount();
  const { withProof } = useVerifyIdentity();
  const { usernamePolicy } = useSettings().experience;
  return (
    <Dialog title={account.username ? words.changeUsername : words.addUsername} onClose={onClose}>
      <StepForm
        action={common.save}
        check={(values) => checkIdentifier(values, allowed, phrases, usernamePolicy)}
        submit={async ({ identifier = '' }) => {
          const body = { username: identifier.trim() };
          if (await withProof((proof) => callAccount('update', { body, proof }))) {
            await changed();
            showSuccess(words.usernameSaved);
            onClose();
          }
        }}
        place={{
          ...usernameErrors(phrases),
          'guard.invalid_input': () => ({ identifier: phrases.identifier.usernameRule }),
        }}
      >
        <IdentifierField allowed={allowed} isNew start={account.username ?? ''} />
      </StepForm>
    </Dialog>
  );
}

function RemoveUsername({ username, onClose }: { username: string; onClose: () => void }) {
  const { signIn: words, common } = useAccountPhrases();
  const showSuccess = useShowSuccess();
  const { changed } = useAccount();
  const { withProof } = useVerifyIdentity();
  return (
    <ConfirmDialog
      title={fill(words.removeTitle, { value: username })}
      text={words.removeUsername}
      action={common.remove}
      onClose={onClose}
      run={async () => {
        const body = { username: null };
        if (await withProof((proof) => callAccount('update', { body, proof }))) {
          await changed();
          showSuccess(words.removed);
          onClose();
        }
      }}
    />
  );
}
