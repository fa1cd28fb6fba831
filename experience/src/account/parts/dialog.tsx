import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../../parts/icons.tsx';
import { useAccountPhrases } from '../phrases.ts';
import './dialog.css';
import { StepForm } from '../../parts/step-form.tsx';

type DialogProps = {
  title: string;
  text?: ReactNode;
  /** The action of the button is destructive. */
  isDanger?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A modal dialog, open as long as it is rendered; the browser traps the focus and restores it. */
export function Dialog({ title, text, isDanger = false, onClose, children }: DialogProps) {
  const { common } = useAccountPhrases();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  // The component that opens it may be inside a list, where a dialog is not valid.
  return createPortal(
    <dialog
      ref={dialog}
      className={isDanger ? 'dialog dangerous' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className="dialog-close" aria-label={common.close} onClick={onClose}>
          <Icon name="x" />
        </button>
      </header>
      {text && <div className="dialog-text">{text}</div>}
      {children}
    </dialog>,
    document.body,
  );
}

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
