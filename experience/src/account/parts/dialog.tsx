import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../../parts/icons.tsx';
import { useAccountPhrases } from '../phrases/index.ts';
import './dialog.css';

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
