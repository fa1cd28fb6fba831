import { showToast, type ToastAction } from './toast-view.tsx';

/** Four seconds unless given, bottom right; with an action, such as Undo, where there is one. */
export function showSuccess(message: string, action?: ToastAction, parts: { seconds?: number } = {}): void {
  showToast({ kind: 'success', message, action, ...parts });
}

type ErrorParts = { note?: string; action?: ToastAction; seconds?: number };

/** Stays until it is closed, or for the seconds given. */
export function showError(message: string, parts: ErrorParts = {}): void {
  showToast({ kind: 'error', message, ...parts });
}
