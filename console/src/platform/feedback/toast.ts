import { showToast } from './toast-view.tsx';

export type ToastAction = { label: string; run: () => void };

/** Four seconds, bottom right; with an action, such as Undo, where there is one. */
export function showSuccess(message: string, action?: ToastAction): void {
  showToast({ kind: 'success', message, action });
}

/** Stays until it is closed, or for the seconds given. */
export function showError(message: string, note?: string, seconds?: number): void {
  showToast({ kind: 'error', message, note, seconds });
}
