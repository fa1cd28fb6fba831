import { Modal } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseButton } from '../ui/icon-button.tsx';
import classes from './dialog-frame.module.css';
import { useReturnFocus } from './return-focus.ts';

const widths = { wide: 760, create: 600, small: 480, confirm: 440 } as const;

export type DialogFrameProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  size?: keyof typeof widths;
  /** A click beside it does not close it, because it shows what is not shown again. */
  sticky?: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  footer: ReactNode;
  children?: ReactNode;
};

/** A modal with a form in it: title, fields, actions at the right. The first field is focused, Enter submits. */
export function DialogFrame({ size = 'create', ...props }: DialogFrameProps) {
  const { t } = useTranslation();
  const isConfirm = size === 'confirm';
  useReturnFocus(props.opened);
  return (
    <Modal.Root
      opened={props.opened}
      onClose={props.onClose}
      size={widths[size]}
      closeOnClickOutside={!props.sticky}
      centered
    >
      <Modal.Overlay />
      <Modal.Content>
        <form className={`${classes.form} ${isConfirm ? classes.small : ''}`} onSubmit={props.onSubmit} noValidate>
          <div className={classes.header}>
            <div className={classes.heading}>
              <Modal.Title className={classes.title} component="h2">
                {props.title}
              </Modal.Title>
              {props.description && <p className={classes.description}>{props.description}</p>}
            </div>
            {!isConfirm && <CloseButton label={t('actions.close')} onClick={props.onClose} />}
          </div>
          <Modal.Body className={classes.body}>{props.children}</Modal.Body>
          <div className={classes.footer}>{props.footer}</div>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
}
