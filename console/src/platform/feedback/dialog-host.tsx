import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFrame } from './dialog-frame.tsx';
import { type OpenDialog as Open, useCurrentDialog } from './dialogs.ts';

/** Renders the dialogs of `confirm` and `alert`. One per page. */
export function DialogHost() {
  const dialog = useCurrentDialog();
  // Keeps the last dialog while it fades out.
  const [last, setLast] = useState(dialog);
  if (dialog && dialog !== last) {
    setLast(dialog);
  }
  return last ? <OpenDialog key={last.id} dialog={last} opened={dialog === last} /> : null;
}

function OpenDialog({ dialog, opened }: { dialog: Open; opened: boolean }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const allowed = dialog.retype === undefined || typed === dialog.retype;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (allowed) {
      dialog.settle(true);
    }
  };
  return (
    <DialogFrame
      opened={opened}
      onClose={() => dialog.settle(false)}
      title={dialog.title}
      description={dialog.body}
      size="confirm"
      onSubmit={submit}
      footer={
        <>
          {dialog.kind === 'confirm' && (
            <Button
              variant="default"
              onClick={() => dialog.settle(false)}
              data-autofocus={dialog.retype === undefined || undefined}
            >
              {dialog.cancel ?? t('actions.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            variant={dialog.danger ? 'destroy' : 'filled'}
            disabled={!allowed}
            data-autofocus={dialog.kind === 'alert' || undefined}
          >
            {dialog.confirm}
          </Button>
        </>
      }
    >
      {dialog.retype !== undefined && (
        <TextInput
          label={t('states.retype', { name: dialog.retype })}
          placeholder={dialog.retype}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      )}
    </DialogFrame>
  );
}
