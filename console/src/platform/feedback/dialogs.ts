export type Dialog = {
  kind: 'confirm' | 'alert';
  title: string;
  body?: string;
  /** Label of the button that says yes, or that closes an alert. */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  /** The name to type before the button works. */
  retype?: string;
};

type Open = Dialog & { id: number; settle: (confirmed: boolean) => void };

let current: Open | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: Open | undefined): void {
  current = next;
  for (const listener of listeners) {
    listener();
  }
}

function open(dialog: Dialog): Promise<boolean> {
  current?.settle(false);
  return new Promise((resolve) => {
    lastId += 1;
    const id = lastId;
    const settle = (confirmed: boolean) => {
      removeEventListener('popstate', cancel);
      if (current?.id === id) {
        show(undefined);
      }
      resolve(confirmed);
    };
    const cancel = () => settle(false);
    addEventListener('popstate', cancel);
    show({ ...dialog, id, settle });
  });
}

/** Asks; true when confirmed. Escape, browser back and a newer dialog cancel. */
export function confirm(dialog: Omit<Dialog, 'kind'>): Promise<boolean> {
  return open({ ...dialog, kind: 'confirm' });
}

/** Tells something and waits until it was read. */
export async function alert(dialog: { title: string; body: string; close: string }): Promise<void> {
  await open({ kind: 'alert', title: dialog.title, body: dialog.body, confirm: dialog.close });
}

export function subscribeToDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentDialog = (): Open | undefined => current;
