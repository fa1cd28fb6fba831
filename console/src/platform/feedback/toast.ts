import { showToast, type ToastAction } from './toast-view.tsx';

/** Shown for four seconds by default, bottom right; with an optional action, such as Undo. */
export function showSuccess(message: string, action?: ToastAction, parts: { seconds?: number } = {}): void {
  showToast({ kind: 'success', message, action, ...parts });
}

type ErrorParts = { note?: string; action?: ToastAction; seconds?: number };

/** Stays until it is closed, or for the given seconds. */
export function showError(message: string, parts: ErrorParts = {}): void {
  showToast({ kind: 'error', message, ...parts });
}
