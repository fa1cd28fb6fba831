/** What was typed as identifier: lives in memory from page to page, and in the tab for a reload. Never a password. */
const key = 'postern:identifier';

let current: string | undefined;
let taken = false;

export function keepIdentifier(typed: string) {
  current = typed;
  taken = false;
  try {
    window.sessionStorage.setItem(key, typed);
  } catch {
    // Storage is switched off: a reload then starts with an empty field.
  }
}

/** Undefined after a reload: the second page of a flow then returns to the first. */
export const currentIdentifier = () => current;

/** The server refused it on the second page; the first page says so when it is shown again. */
export function markTaken() {
  taken = true;
}

export const isTaken = () => taken;

export function lastIdentifier(): string {
  try {
    return current ?? window.sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function forgetIdentifier() {
  current = undefined;
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
