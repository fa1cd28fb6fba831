import { Modal } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseButton } from '../ui/icon-button.tsx';
import classes from './dialog-frame.module.css';
import { confirm, isAsking } from './dialogs.ts';
import { useEnteredInput } from './entered-input.ts';
import { useReturnFocus } from './return-focus.ts';

const widths = { wide: 760, create: 600, small: 480, confirm: 440 } as const;

export type DialogFrameProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  size?: keyof typeof widths;
  /** A click outside does not close it, because its content is not shown again. */
  sticky?: boolean;
  /** Something was selected that is not in a field, such as a picked row. */
  dirty?: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  footer: ReactNode;
  children?: ReactNode;
};

/** The focus would start at the close button, unless a field is marked. */
function markFirstField(body: HTMLElement | null): void {
  if (body && !body.querySelector('[data-autofocus]')) {
    body.querySelector('input:not([type="hidden"], :disabled), textarea, select')?.setAttribute('data-autofocus', '');
  }
}

/**
 * A modal with a form: title, fields, actions on the right. The first field is focused, Enter submits. Escape, the
 * close button and a click outside ask for confirmation if something was entered; Cancel does not.
 */
export function DialogFrame({ size = 'create', ...props }: DialogFrameProps) {
  const { t } = useTranslation();
  const isConfirm = size === 'confirm';
  const { onFocus, hasInput } = useEnteredInput();
  useReturnFocus(props.opened);
  const close = async () => {
    // Escape reaches every open modal: the confirmation on top handles it.
    if (!isConfirm && isAsking()) {
      return;
    }
    const isLost = !isConfirm && (props.dirty || hasInput());
    const mayClose =
      !isLost ||
      (await confirm({
        title: t('states.closeTitle'),
        body: t('states.closeBody'),
        confirm: t('actions.discard'),
        cancel: t('states.stay'),
        danger: true,
      }));
    if (mayClose) {
      props.onClose();
    }
  };
  return (
    <Modal.Root
      opened={props.opened}
      onClose={() => void close()}
      size={widths[size]}
      closeOnClickOutside={!props.sticky}
      centered
    >
      <Modal.Overlay />
      <Modal.Content>
        <form
          className={`${classes.form} ${isConfirm ? classes.small : ''}`}
          onSubmit={props.onSubmit}
          onFocus={onFocus}
          noValidate
        >
          <div className={classes.header}>
            <div className={classes.heading}>
              <Modal.Title className={classes.title} component="h2">
                {props.title}
              </Modal.Title>
              {props.description && <p className={classes.description}>{props.description}</p>}
            </div>
            {!isConfirm && <CloseButton label={t('actions.close')} onClick={() => void close()} />}
          </div>
          <Modal.Body ref={markFirstField} className={classes.body}>
            {props.children}
          </Modal.Body>
          <div className={classes.footer}>{props.footer}</div>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
}
