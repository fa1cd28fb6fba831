import { showToast } from './toast-view.tsx';

export type ToastAction = { label: string; run: () => void };

/** Four seconds, bottom right; with an action, such as Undo, where there is one. */
export function showSuccess(message: string, action?: ToastAction): void {
  showToast({ kind: 'success', message, action });
}

type ErrorParts = { note?: string; action?: ToastAction; seconds?: number };

/** Stays until it is closed, or for the seconds given. */
export function showError(message: string, parts: ErrorParts = {}): void {
  showToast({ kind: 'error', message, ...parts });
}
