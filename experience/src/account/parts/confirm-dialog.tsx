import { StepForm } from '../../parts/step-form.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  title: string;
  text: string;
  action: string;
  onClose: () => void;
  /** Closes the dialog itself when done. */
  run: () => Promise<void>;
};

/** Asks for confirmation before something is removed. */
export function ConfirmDialog({ title, text, action, onClose, run }: ConfirmDialogProps) {
  return (
    <Dialog title={title} text={<p>{text}</p>} isDanger onClose={onClose}>
      <StepForm action={action} check={() => ({})} submit={run} stays>
        {null}
      </StepForm>
    </Dialog>
  );
}
