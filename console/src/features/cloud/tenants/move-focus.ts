import type { KeyboardEvent } from 'react';

/** Moves focus among the elements marked `data-stop`: arrows from one to the next, Home and End to the ends. */
export function moveFocus(event: KeyboardEvent, within: HTMLElement): void {
  const stops = [...within.querySelectorAll<HTMLElement>('[data-stop]')];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : -1;
  const isField = stops[at] instanceof HTMLInputElement;
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowDown: stops[(at + 1) % stops.length],
    ArrowUp: stops.at(at - 1),
    ...(isField ? {} : { Home: stops[0], End: stops.at(-1) }),
  };
  const target = targets[event.key];
  if (target) {
    event.preventDefault();
    target.focus();
  } else if (!isField && isCharacter(event) && stops[0] instanceof HTMLInputElement) {
    // Typed characters go into the field, which gets focus before the browser inserts the character.
    stops[0].focus();
  }
}

const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
