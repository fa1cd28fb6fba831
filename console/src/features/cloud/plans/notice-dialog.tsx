import type { Tenant } from '@postern/contracts/cloud/tenants';
import type { ConsoleSettings } from '@postern/contracts/records/console-settings';
import type { ReactNode } from 'react';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';

export type NoticeDialogProps = { tenant: Tenant; settings: ConsoleSettings | undefined; onClose: () => void };

type FrameProps = { title: string; body: ReactNode; footer: ReactNode; onClose: () => void; children?: ReactNode };

/** A modal notice: Enter only triggers its buttons. */
export function NoticeDialog({ title, body, footer, onClose, children }: FrameProps) {
  return (
    <DialogFrame
      opened
      size="small"
      title={title}
      description={body}
      onClose={onClose}
      onSubmit={(event) => event.preventDefault()}
      footer={footer}
    >
      {children}
    </DialogFrame>
  );
}
