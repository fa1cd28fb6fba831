import { sharedValue, useShared } from '../shared-value.ts';

export type Dialog = {
  kind: 'confirm' | 'alert';
  title: string;
  body?: string;
  /** Label of the confirm button, or of the button that closes an alert. */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  /** The name to type before the button is enabled. */
  retype?: string;
};

export type OpenDialog = Dialog & { id: number; settle: (confirmed: boolean) => void };

const current = sharedValue<OpenDialog | undefined>(undefined);
let lastId = 0;

function open(dialog: Dialog): Promise<boolean> {
  current.get()?.settle(false);
  return new Promise((resolve) => {
    lastId += 1;
    const id = lastId;
    const settle = (confirmed: boolean) => {
      removeEventListener('popstate', cancel);
      if (current.get()?.id === id) {
        current.set(undefined);
      }
      resolve(confirmed);
    };
    const cancel = () => settle(false);
    addEventListener('popstate', cancel);
    current.set({ ...dialog, id, settle });
  });
}

/** Asks for confirmation; true when confirmed. Escape, browser back and a newer dialog cancel. */
export function confirm(dialog: Omit<Dialog, 'kind'>): Promise<boolean> {
  return open({ ...dialog, kind: 'confirm' });
}

/** Shows a message and waits until it is closed. */
export async function alert(dialog: { title: string; body: string; close: string }): Promise<void> {
  await open({ kind: 'alert', title: dialog.title, body: dialog.body, confirm: dialog.close });
}

/** Whether a dialog is open. */
export const isAsking = () => current.get() !== undefined;

export const useCurrentDialog = () => useShared(current);
