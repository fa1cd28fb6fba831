import { useSyncExternalStore } from 'react';

/** What the built-in captcha is doing. It works without the person, so the form shows it. */
type CaptchaStatus = 'idle' | 'working' | 'done';

let status: CaptchaStatus = 'idle';
const listeners = new Set<() => void>();

export function setCaptchaStatus(next: CaptchaStatus): void {
  status = next;
  for (const listener of listeners) {
    listener();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useCaptchaStatus = () => useSyncExternalStore(subscribe, () => status);
