import { type ComponentChild, render } from 'preact';
import type { ReactNode } from 'react';

/**
 * Renders over the elements that the server sent, and keeps them with what was typed so far. `createRoot` of Preact would
 * replace them. The next `render` of the root continues with them.
 */
export function adopt(content: ReactNode, place: HTMLElement): void {
  // Marked by a script of the server, which has no other work.
  const wasSent = place.querySelector('form[data-early]') !== null;
  // In a build both names are those of Preact, see run-on-preact.ts.
  render(content as ComponentChild, place);
  for (const input of place.querySelectorAll('input')) {
    if (input.value !== input.defaultValue) {
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
  if (wasSent) {
    // After the effects of the first render.
    setTimeout(() => place.querySelector('form')?.requestSubmit());
  }
}
