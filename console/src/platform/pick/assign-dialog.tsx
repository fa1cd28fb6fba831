import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFrame } from '../feedback/dialog-frame.tsx';
import { BusyButton } from '../ui/busy-button.tsx';
import type { PickItem } from './pick-item.ts';

type AssignDialogProps = {
  title: string;
  description?: string;
  confirm: string;
  /** Replaces "Cancel" if closing is a separate choice. */
  dismiss?: string;
  pick: (chosen: readonly PickItem[], onChange: (chosen: PickItem[]) => void) => ReactNode;
  busy: boolean;
  onAssign: (ids: string[]) => void;
  onClose: () => void;
};

/** A picker, and a button that assigns the picked items. */
export function AssignDialog({ pick, busy, onAssign, onClose, ...props }: AssignDialogProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly PickItem[]>([]);
  return (
    <DialogFrame
      opened
      size="wide"
      dirty={chosen.length > 0}
      onClose={onClose}
      title={props.title}
      description={props.description}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0 && !busy) {
          onAssign(chosen.map(({ id }) => id));
        }
      }}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {props.dismiss ?? t('actions.cancel')}
          </Button>
          <BusyButton type="submit" busy={busy} disabled={chosen.length === 0}>
            {props.confirm}
          </BusyButton>
        </>
      }
    >
      {pick(chosen, setChosen)}
    </DialogFrame>
  );
}
