/** Survives a redirect to a provider and back, in this tab only. Without storage the return ends at an error page. */
export function saveInTab(key: string, value: unknown): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is disabled: reads return nothing.
  }
}

/** The value that `saveInTab` stored under this key. */
export function readFromTab<Kept>(key: string): Kept | undefined {
  try {
    const text = window.sessionStorage.getItem(key);
    return text ? (JSON.parse(text) as Kept) : undefined;
  } catch {
    return undefined;
  }
}

export function dropFromTab(key: string): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
