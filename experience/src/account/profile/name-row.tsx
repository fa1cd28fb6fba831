import { useState } from 'react';
import { StepForm } from '../../parts/step-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { callAccount } from '../client.ts';
import { Row, RowButton } from '../parts/card.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccess } from '../settings.ts';
import { useAccount } from '../use-account.tsx';

export function NameRow() {
  const { profile: words, common } = useAccountPhrases();
  const { account, changed } = useAccount();
  const showSuccess = useShowSuccess();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Row
        label={words.name}
        value={account.name}
        actions={
          useAccess().isEditable('name') && (
            <RowButton
              action={account.name ? common.change : common.add}
              what={words.name}
              onClick={() => setOpen(true)}
            />
          )
        }
      />
      {isOpen && (
        <Dialog title={words.name} onClose={close}>
          <StepForm
            action={common.save}
            check={() => ({})}
            submit={async ({ name = '' }) => {
              await callAccount('update', { body: { name: name.trim() || null } });
              await changed();
              showSuccess(common.saved);
              close();
            }}
          >
            <TextField
              name="name"
              label={words.name}
              autoComplete="name"
              maxLength={128}
              isOptional
              defaultValue={account.name ?? ''}
            />
          </StepForm>
        </Dialog>
      )}
    </>
  );
}
