/** Survives a way to a provider and back, in this tab alone. Without storage that way ends at a page that says so. */
export function keepInTab(key: string, value: unknown): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is switched off: whoever reads finds nothing.
  }
}

/** What `keepInTab` wrote under this key; nobody else writes there. */
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
