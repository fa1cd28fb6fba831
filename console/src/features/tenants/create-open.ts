type CreateRequest = { name: string };

let current: CreateRequest | undefined;
const listeners = new Set<() => void>();

function set(next: CreateRequest | undefined): void {
  current = next;
  for (const listener of listeners) {
    listener();
  }
}

/** Opens the dialog over the page we are on; browser back closes it. */
export function openCreateTenant(name = ''): void {
  addEventListener('popstate', closeCreateTenant, { once: true });
  set({ name });
}

export function closeCreateTenant(): void {
  removeEventListener('popstate', closeCreateTenant);
  set(undefined);
}

export const createRequest = () => current;

export function subscribeToCreateTenant(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
