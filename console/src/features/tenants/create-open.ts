import type { TenantTag } from '@postern/contracts/tenants';

type CreateRequest = { name: string; tag: TenantTag };

let current: CreateRequest | undefined;
const listeners = new Set<() => void>();

function set(next: CreateRequest | undefined): void {
  current = next;
  for (const listener of listeners) {
    listener();
  }
}

/** Opens the dialog over the page we are on; browser back closes it. */
export function openCreateTenant(name = '', tag: TenantTag = 'development'): void {
  addEventListener('popstate', closeCreateTenant, { once: true });
  set({ name, tag });
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
