/** Tokens live as long as the tab. */
const prefix = 'postern:demo-app:';

export function remember(name: string, value: unknown) {
  window.sessionStorage.setItem(prefix + name, JSON.stringify(value));
}

export function recall<Value>(name: string): Value | undefined {
  const text = window.sessionStorage.getItem(prefix + name);
  // Only this page writes under the prefix, with the type it reads.
  return text === null ? undefined : (JSON.parse(text) as Value);
}

export function forget(name: string) {
  window.sessionStorage.removeItem(prefix + name);
}
