import type { FormEvent, ReactNode } from 'react';
import { DialogButtons } from '../feedback/dialog-buttons.tsx';
import { DialogFrame, type DialogFrameProps } from '../feedback/dialog-frame.tsx';

type FormDialogProps = Omit<DialogFrameProps, 'opened' | 'onSubmit' | 'footer'> & {
  /** What `useSubmit` returns. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  busy: boolean;
  disabled?: boolean;
  /** The label of the submit button. */
  action: ReactNode;
};

/** A dialog with a form: fields, Cancel, and a button that submits. It can be opened from a page that is a form itself. */
export function FormDialog({ onSubmit, busy, disabled, action, ...frame }: FormDialogProps) {
  return (
    <DialogFrame
      {...frame}
      opened
      onSubmit={(event) => {
        // React passes events of a portal to its parent, which must not be saved by the dialog.
        event.stopPropagation();
        void onSubmit(event);
      }}
      footer={
        <DialogButtons onCancel={frame.onClose} busy={busy} disabled={disabled}>
          {action}
        </DialogButtons>
      }
    />
  );
}
